// Each language of the admin has each text of its source, with the same placeholders and the plural forms of the language.
import { faultsOf, languagesOfCatalogues, messagesOfSource } from './admin-messages';

const source = messagesOfSource();

test('each shown text of the admin can be translated', () => {
  expect(source.messages.size).toBeGreaterThan(200);
  expect(source.bare).toEqual([]);
});

test('the admin speaks five languages', () => {
  expect(languagesOfCatalogues()).toEqual(['ar', 'de', 'es', 'fr']);
});

test.each(languagesOfCatalogues())('%s has each text, and no other', (language) => {
  expect(faultsOf(language, source)).toEqual({ missing: [], unused: [], different: [] });
});

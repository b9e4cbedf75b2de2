// Names as Strapi 5.54 made them.
import {
  columnName,
  entryTableName,
  idColumn,
  inverseIdColumn,
  linkTableName,
  snakeCase,
  tableName,
} from './identifiers';

it.each([
  ['camelCaseName', 'camel_case_name'],
  ['URLPath2', 'url_path_2'],
  ['private_note', 'private_note'],
  ['Name', 'name'],
])('the column of %s is %s', (attribute, column) => {
  expect(columnName(attribute)).toBe(column);
  expect(snakeCase(attribute)).toBe(column);
});

it('cuts long names, with a hash of each cut part', () => {
  const table = 'international_customer_relationship_agreements_archive';
  expect(entryTableName(table)).toBe('international_customer_relationship_agreementf49af_cmps');
  expect(linkTableName(table, 'responsibleDepartmentCoordinators')).toBe(
    'international_customf49af_responsible_departme7d9d5_lnk',
  );
});

it('cuts the name of a type; tables of links are named after the cut name, those of entries after the whole one', () => {
  const coordinators = tableName('international_regional_department_coordinators_of_all_regions');
  expect(coordinators).toBe('international_regional_department_coordinators_of_6fc97');
  expect(linkTableName(coordinators, 'assistant')).toBe(
    'international_regional_department_co966c7_assistant_lnk',
  );
  const sections = 'components_contractual_documentation_contractually_relevant_section_definitions';
  expect(tableName(sections)).toBe('components_contractual_documentation_contractually1f0e0');
  expect(entryTableName(sections)).toBe('components_contractual_documentation_contract1f0e0_cmps');
  expect(linkTableName(tableName(sections), 'accountableDepartmentCoordinators')).toBe(
    'components_contractud205b_accountable_departmee1737_lnk',
  );
});

it('makes the names of link tables of snake case, and marks the second column of a self relation', () => {
  expect(linkTableName('People_Table', 'boss')).toBe('people_table_boss_lnk');
  expect([idColumn('person'), inverseIdColumn('person')]).toEqual(['person_id', 'inv_person_id']);
});

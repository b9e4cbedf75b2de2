// `src/index.js` of the recorded Strapi: permissions and documents of the types with long names. node runs it in Strapi only.
'use strict';
const AGREEMENT = 'api::international-agreement.international-agreement';
const PERSON = 'api::person.person';

async function grants(strapi) {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  for (const action of [
    `${AGREEMENT}.find`,
    `${AGREEMENT}.findOne`,
    `${PERSON}.find`,
    `${PERSON}.findOne`,
    'plugin::upload.content-api.find',
  ])
    await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
}

async function files(strapi) {
  const file = (name) => ({
    name,
    hash: `hash_${name}`,
    ext: '.txt',
    mime: 'text/plain',
    size: 0.01,
    url: `/uploads/hash_${name}.txt`,
    provider: 'local',
    folderPath: '/',
  });
  const made = [];
  for (const name of ['scan', 'annex', 'drawing'])
    made.push(await strapi.db.query('plugin::upload.file').create({ data: file(name) }));
  return made.map(({ id }) => id);
}

const blocks = (text) => [{ type: 'paragraph', children: [{ type: 'text', text }] }];

async function agreements(strapi, persons, [scan, annex, drawing]) {
  const service = strapi.documents(AGREEMENT);
  const made = [];
  for (const n of [1, 2, 3, 4]) {
    const section = (name) => ({
      headline: name,
      writtenAt: `2024-07-0${n}T03:30:00.123Z`,
      illustrationOfTheSection: drawing,
      accountableDepartmentCoordinators: [persons[2], persons[0]],
      clausesOfTheSection: [
        {
          wording: `${name} a`,
          amendmentsInTheOrderOfTheirAdoption: [
            { adoptedOn: '2024-02-29', adoptedAtTime: '23:59:59.999', isInForce: true, details: { n } },
            { adoptedOn: '2023-12-31', details: [1, 'x', null] },
          ],
          relatedInternationalAgreement: made[0],
        },
        { wording: `${name} b` },
      ],
    });
    const summary = {
      headline: `s${n}`,
      amountOfTheSummary: 100.25 * n,
      preparedByThePerson: persons[n % 3],
    };
    const { documentId } = await service.create({
      data: {
        title: `Agreement ${n}`,
        URLPath2: `agreement-${n}`,
        descriptionOfTheContractualRelationshipBetweenAllParticipatingDepartments: `description ${n} – ü 😀`,
        richNotes: `# ${n}`,
        contactAddressOfTheResponsibleCoordinator: `c${n}@example.com`,
        secretWordOfTheAgreement: `Secret${n}`,
        numberOfParticipants: n * 1000,
        numberOfInternalReference: String(4503599627370496 + n),
        shareOfTheRevenue: n / 7,
        totalAmount: 1234.5 * n,
        signedOn: `2024-03-1${n}`,
        signedAtTime: `0${n}:05:06.007`,
        // Beside the changes of summer time in New York.
        comesIntoForceAt: [
          '2024-03-10T06:59:59.999Z',
          '2024-03-10T07:00:00.000Z',
          '2024-11-03T07:30:00.000Z',
          '1969-12-31T23:59:59.500Z',
        ][n - 1],
        lastSynchronisedAt: `2024-08-0${n}T12:00:00.456Z`,
        isConfidential: n % 2 === 0,
        additionalInformation: [
          { a: { b: [1, 2.5, 'é', null, false] } },
          [1, [2]],
          { text: '"quoted" \\ back' },
          {},
        ][n - 1],
        stateOfNegotiations: ['open', 'signed', 'void', null][n - 1],
        bodyOfTheText: blocks(`body ${n}`),
        scannedDocumentOfTheAgreement: scan,
        attachmentsOfAllParticipatingDepartments: n % 2 ? [drawing, annex] : [annex],
        supersededByTheAgreement: n === 3 ? made[0] : undefined,
        followUpAgreements: made.slice().reverse(),
        partOf: n > 2 ? made[1] : undefined,
        responsibleDepartmentCoordinators: [persons[n % 3], persons[(n + 1) % 3]],
        principalNegotiatorOfTheAgreement: persons[n % 3],
        contractuallyRelevantSections: [section(`first ${n}`), section(`second ${n}`)],
        summaryOfAllContractuallyRelevantFacts: summary,
        contentsOfTheAgreement: [
          {
            __component: 'contractual-documentation.contractually-relevant-section',
            ...section(`zone ${n}`),
          },
          { __component: 'contractual-documentation.summary', ...summary },
          { __component: 'contractual-documentation.summary', headline: 'last' },
        ],
      },
      ...(n === 4 ? {} : { status: 'published' }),
    });
    made.push(documentId);
  }
  await service.update({
    documentId: made[0],
    locale: 'fr',
    data: {
      title: 'Accord 1',
      URLPath2: 'accord-1',
      summaryOfAllContractuallyRelevantFacts: { headline: 'résumé' },
      responsibleDepartmentCoordinators: [persons[1]],
    },
    status: 'published',
  });
  await service.update({
    documentId: made[1],
    data: { title: 'Agreement 2 changed', contractuallyRelevantSections: [] },
  });
  return made;
}

module.exports = {
  async bootstrap({ strapi }) {
    await strapi.plugin('i18n').service('locales').create({ code: 'fr', name: 'French (fr)' });
    await grants(strapi);
    const media = await files(strapi);
    const persons = [];
    for (const fullName of ['Ada', 'Bea', 'Cy'])
      persons.push(
        (
          await strapi
            .documents(PERSON)
            .create({ data: { fullName, boss: persons[0], friends: persons.slice().reverse() } })
        ).documentId,
      );
    const made = await agreements(strapi, persons, media);
    const [one, two] = await strapi.db.query(AGREEMENT).findMany({
      where: { documentId: { $in: made.slice(0, 2) }, locale: 'en', publishedAt: { $notNull: true } },
      orderBy: 'id',
    });
    const [ada] = await strapi.db.query(PERSON).findMany({ orderBy: 'id' });
    await strapi.documents(PERSON).update({
      documentId: persons[2],
      data: {
        subjectOfTheMostRecentInvestigation: { __type: AGREEMENT, id: one.id },
        subjectsOfAllFormerInvestigations: [
          { __type: PERSON, id: ada.id },
          { __type: AGREEMENT, id: two.id },
        ],
      },
    });
  },
};

// Own services, wrapped core services, and services that call each other.
import type { ComparedProject } from './compared-project';
import { api, crud, index } from './project-files';

export const services: ComparedProject = {
  name: 'services',
  plugins: { upload: true },
  files: {
    ...api('product', {
      plural: 'products',
      attributes: {
        name: { type: 'string', required: true },
        price: { type: 'float' },
        stock: { type: 'integer', default: 10 },
        notes: { type: 'text', private: true },
        photo: { type: 'media' },
        gallery: { type: 'media', multiple: true },
        reviews: {
          type: 'relation',
          relation: 'oneToMany',
          target: 'api::review.review',
          mappedBy: 'product',
        },
      },
      service: `({ strapi }) => ({
  async find(params) {
    const { results, pagination } = await super.find(params);
    for (const one of results) one.label = one.name + ' (' + one.stock + ')';
    return { results, pagination };
  },
  async create(params) {
    const made = await super.create({ ...params, data: { ...params.data, notes: 'made by service' } });
    await strapi.service('api::product.stock').log(made.name);
    return made;
  },
  async buy(documentId, amount) {
    const product = await strapi.documents('api::product.product').findOne({ documentId, populate: ['reviews'] });
    if (!product) return null;
    if (product.stock < amount) throw new (require('@strapi/utils').errors.ApplicationError)('Sold out', { left: product.stock });
    return strapi.documents('api::product.product').update({ documentId, data: { stock: product.stock - amount } });
  },
})`,
    }),
    ...api('review', {
      plural: 'reviews',
      attributes: {
        stars: { type: 'integer', min: 1, max: 5 },
        product: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::product.product',
          inversedBy: 'reviews',
        },
      },
    }),
    'src/api/product/services/stock.js': `
const lines = [];
module.exports = ({ strapi }) => ({
  async log(name) { lines.push(name); },
  lines: () => lines,
  async average(documentId) {
    const list = await strapi.documents('api::review.review').findMany({ filters: { product: { documentId } } });
    return list.length === 0 ? null : list.reduce((sum, { stars }) => sum + stars, 0) / list.length;
  },
});`,
    'src/api/product/controllers/shop.js': `
module.exports = {
  async buy(ctx) {
    const bought = await strapi.service('api::product.product').buy(ctx.params.id, ctx.request.body.amount ?? 1);
    if (!bought) return ctx.notFound('No product');
    ctx.body = { stock: bought.stock };
  },
  async facts(ctx) {
    const service = strapi.services['api::product.stock'];
    ctx.body = { lines: service.lines(), average: await service.average(ctx.params.id), count: await strapi.documents('api::product.product').count({}) };
  },
  async pictures(ctx) {
    const [fs, os, path] = ['fs', 'os', 'path'].map((name) => require(name));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pictures-'));
    const file = (name) => {
      const filepath = path.join(folder, name);
      fs.writeFileSync(filepath, 'text of ' + name);
      return { filepath, originalFilename: name, mimetype: 'text/plain', size: fs.statSync(filepath).size };
    };
    const { id, documentId } = await strapi.documents('api::product.product').findFirst({ filters: { name: 'Chair' } });
    const { upload } = strapi.plugin('upload').services;
    const to = (field) => ({ ref: 'api::product.product', refId: id, field });
    const [one] = await upload.upload({ data: { ...to('photo'), fileInfo: { caption: 'Front' } }, files: file('front.txt') });
    const two = await upload.upload({ data: { ...to('gallery'), fileInfo: [{ caption: 'A' }, { name: 'bee.txt' }] }, files: [file('a.txt'), file('b.txt')] });
    await upload.upload({ data: { fileInfo: {} }, files: file('alone.txt') });
    fs.rmSync(folder, { recursive: true });
    const { photo, gallery } = await strapi.documents('api::product.product').findOne({ documentId, populate: ['photo', 'gallery'] });
    ctx.body = { one: [one.name, one.caption, one.ext, one.mime], two: two.length, photo: [photo.name, photo.caption], gallery: gallery.map(({ name, caption }) => [name, caption]).sort() };
  },
  async raw(ctx) {
    const type = strapi.contentType('api::product.product');
    const found = await strapi.documents('api::product.product').findFirst({ filters: { name: { $startsWithi: 'c' } }, populate: { reviews: { fields: ['stars'], sort: 'stars:desc' } } });
    ctx.body = { found: await strapi.contentAPI.sanitize.output(found, type, { auth: ctx.state.auth }), raw: found.notes, kind: type.kind, env: strapi.config.get('nothing.here', 'fallback') };
  },
};`,
    'src/api/product/routes/shop.js': `
module.exports = { routes: [
  { method: 'POST', path: '/products/:id/buy', handler: 'shop.buy' },
  { method: 'GET', path: '/products/:id/facts', handler: 'shop.facts', config: { auth: false } },
  { method: 'POST', path: '/pictures', handler: 'shop.pictures', config: { auth: false } },
  { method: 'GET', path: '/raw-product', handler: 'shop.raw', config: {} },
] };`,
    ...index({
      grants: {
        public: [
          ...crud('api::product.product'),
          ...crud('api::review.review'),
          'api::product.shop.buy',
          'api::product.shop.raw',
        ],
      },
    }),
  },
  requests: [
    ['POST /api/products', { data: { name: 'Chair', price: 9.5, notes: 'mine' } }],
    ['POST /api/products', { data: { name: 'Table', price: 20, stock: 1 } }],
    ['GET /api/products?sort=name'],
    ['GET /api/products?sort=price:desc&pagination[limit]=1'],
    ['GET /api/products?filters[price][$gt]=10&fields[0]=name&fields[1]=stock'],
    ['POST /api/reviews', { data: { stars: 4, product: '{1.data.documentId}' } }],
    ['POST /api/reviews', { data: { stars: 5, product: '{1.data.documentId}' } }],
    ['POST /api/reviews', { data: { stars: 9 } }],
    ['GET /api/products/{1.data.documentId}?populate=reviews'],
    ['GET /api/products/{1.data.documentId}/facts'],
    ['GET /api/products/{2.data.documentId}/facts'],
    ['POST /api/products/{1.data.documentId}/buy', { amount: 3 }],
    ['POST /api/products/{2.data.documentId}/buy', { amount: 3 }],
    ['POST /api/products/none/buy', {}],
    ['GET /api/raw-product'],
    ['POST /api/pictures', {}],
    ['PUT /api/products/{1.data.documentId}', { data: { stock: 0 } }],
    ['POST /api/products/{1.data.documentId}/buy', {}],
    ['DELETE /api/products/{2.data.documentId}'],
    ['GET /api/products?fields=name'],
    ['GET /api/reviews?populate[product][fields]=name&sort=stars'],
  ],
};

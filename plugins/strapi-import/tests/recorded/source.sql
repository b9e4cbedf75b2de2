CREATE TABLE "strapi_migrations" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "time" datetime);
CREATE TABLE "strapi_migrations_internal" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "time" datetime);
INSERT INTO "strapi_migrations_internal" VALUES
(1,'5.0.0-rename-identifiers-longer-than-max-length',1795717210163),
(2,'5.0.0-02-created-document-id',1795717210290),
(3,'5.0.0-03-created-locale',1795717210377),
(4,'5.0.0-04-created-published-at',1795717210441),
(5,'5.0.0-05-drop-slug-fields-index',1795717210522),
(6,'5.0.0-06-add-document-id-indexes',1795717210561),
(7,'core::5.0.0-discard-drafts',1795717210764),
(8,'admin::migrate-prefered-language-dk-to-da',1795717210793);
CREATE TABLE "strapi_database_schema" ("id" INTEGER PRIMARY KEY, "schema" json, "time" datetime, "hash" varchar(255));
INSERT INTO "strapi_database_schema" VALUES
(1,'{"tables":[{"name":"files","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"alternative_text","type":"text"},{"name":"caption","type":"text"},{"name":"focal_point","type":"jsonb"},{"name":"width","type":"integer"},{"name":"height","type":"integer"},{"name":"formats","type":"jsonb"},{"name":"hash","type":"string"},{"name":"ext","type":"string"},{"name":"mime","type":"string"},{"name":"size","type":"decimal"},{"name":"url","type":"text"},{"name":"preview_url","type":"text"},{"name":"provider","type":"string"},{"name":"provider_metadata","type":"jsonb"},{"name":"folder_path","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"upload_folders","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"path_id","type":"integer"},{"name":"path","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"i18n_locale","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"code","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"up_permissions","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"action","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"up_roles","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"description","type":"string"},{"name":"type","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"up_users","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"username","type":"string"},{"name":"email","type":"string"},{"name":"provider","type":"string"},{"name":"password","type":"string"},{"name":"reset_password_token","type":"string"},{"name":"confirmation_token","type":"string"},{"name":"confirmed","type":"boolean"},{"name":"blocked","type":"boolean"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"articles_cmps","columns":[{"name":"id","type":"increments"},{"name":"entity_id","type":"integer"},{"name":"cmp_id","type":"integer"},{"name":"component_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"articles","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"title","type":"string"},{"name":"slug","type":"string"},{"name":"body","type":"text"},{"name":"blocks","type":"jsonb"},{"name":"summary","type":"text"},{"name":"code","type":"string"},{"name":"rating","type":"integer"},{"name":"price","type":"decimal"},{"name":"score","type":"double"},{"name":"big","type":"bigInteger"},{"name":"active","type":"boolean"},{"name":"kind","type":"string"},{"name":"contact","type":"string"},{"name":"secret","type":"string"},{"name":"private_note","type":"string"},{"name":"day","type":"date"},{"name":"at","type":"time"},{"name":"moment","type":"datetime"},{"name":"stamp","type":"timestamp"},{"name":"meta","type":"jsonb"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"authors","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"email","type":"string"},{"name":"bio","type":"text"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"categories","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"checks_cmps","columns":[{"name":"id","type":"increments"},{"name":"entity_id","type":"integer"},{"name":"cmp_id","type":"integer"},{"name":"component_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"checks","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"req","type":"string"},{"name":"uniq","type":"string"},{"name":"len","type":"string"},{"name":"rx","type":"string"},{"name":"txt","type":"text"},{"name":"intv","type":"integer"},{"name":"flo","type":"double"},{"name":"dec","type":"decimal"},{"name":"bigv","type":"bigInteger"},{"name":"bool","type":"boolean"},{"name":"enumv","type":"string"},{"name":"mail","type":"string"},{"name":"pass","type":"string"},{"name":"dayv","type":"date"},{"name":"timev","type":"time"},{"name":"dt","type":"datetime"},{"name":"ts","type":"timestamp"},{"name":"js","type":"jsonb"},{"name":"rich","type":"text"},{"name":"blk","type":"jsonb"},{"name":"uidv","type":"string"},{"name":"uintu","type":"integer"},{"name":"hid","type":"string"},{"name":"nocfg","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"groups","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"hiddens","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"homepages_cmps","columns":[{"name":"id","type":"increments"},{"name":"entity_id","type":"integer"},{"name":"cmp_id","type":"integer"},{"name":"component_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"homepages","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"headline","type":"string"},{"name":"theme","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"labels","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"peeks","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"plains","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"n","type":"integer"},{"name":"body","type":"text"},{"name":"flag","type":"boolean"},{"name":"price","type":"decimal"},{"name":"day","type":"date"},{"name":"ratio","type":"double"},{"name":"big","type":"bigInteger"},{"name":"moment","type":"datetime"},{"name":"at","type":"time"},{"name":"kind","type":"string"},{"name":"mail","type":"string"},{"name":"meta","type":"jsonb"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"profiles","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"nick","type":"string"},{"name":"url","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"restaurants","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"description","type":"text"},{"name":"stars","type":"integer"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"settings","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"site_name","type":"string"},{"name":"maintenance","type":"boolean"},{"name":"options","type":"jsonb"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"strictdocs_cmps","columns":[{"name":"id","type":"increments"},{"name":"entity_id","type":"integer"},{"name":"cmp_id","type":"integer"},{"name":"component_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"strictdocs","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"title","type":"string"},{"name":"uniq","type":"string"},{"name":"n","type":"integer"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"tags","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"zoos","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"target_id","type":"integer"},{"name":"target_type","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"strapi_api_tokens","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"name","type":"string"},{"name":"description","type":"string"},{"name":"kind","type":"string"},{"name":"type","type":"string"},{"name":"access_key","type":"string"},{"name":"encrypted_key","type":"text"},{"name":"last_used_at","type":"datetime"},{"name":"expires_at","type":"datetime"},{"name":"lifespan","type":"bigInteger"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"strapi_api_token_permissions","columns":[{"name":"id","type":"increments"},{"name":"document_id","type":"string"},{"name":"action","type":"string"},{"name":"created_at","type":"datetime"},{"name":"updated_at","type":"datetime"},{"name":"published_at","type":"datetime"},{"name":"created_by_id","type":"integer"},{"name":"updated_by_id","type":"integer"},{"name":"locale","type":"string"}]},{"name":"components_shared_stricts","columns":[{"name":"id","type":"increments"},{"name":"name","type":"string"},{"name":"n","type":"integer"},{"name":"uq","type":"string"}]},{"name":"components_shared_sliders","columns":[{"name":"id","type":"increments"},{"name":"caption","type":"string"}]},{"name":"components_shared_seos_cmps","columns":[{"name":"id","type":"increments"},{"name":"entity_id","type":"integer"},{"name":"cmp_id","type":"integer"},{"name":"component_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"components_shared_seos","columns":[{"name":"id","type":"increments"},{"name":"meta_title","type":"string"},{"name":"meta_description","type":"text"}]},{"name":"components_shared_refs","columns":[{"name":"id","type":"increments"},{"name":"label","type":"string"}]},{"name":"components_shared_quotes","columns":[{"name":"id","type":"increments"},{"name":"text","type":"text"},{"name":"by","type":"string"}]},{"name":"components_shared_metas","columns":[{"name":"id","type":"increments"},{"name":"key","type":"string"},{"name":"value","type":"string"}]},{"name":"components_shared_links","columns":[{"name":"id","type":"increments"},{"name":"label","type":"string"},{"name":"href","type":"string"},{"name":"external","type":"boolean"}]},{"name":"strapi_core_store_settings","columns":[{"name":"id","type":"increments"},{"name":"key","type":"string"},{"name":"value","type":"text"},{"name":"type","type":"string"},{"name":"environment","type":"string"},{"name":"tag","type":"string"}]},{"name":"files_related_mph","columns":[{"name":"id","type":"increments"},{"name":"file_id","type":"integer"},{"name":"related_id","type":"integer"},{"name":"related_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"files_folder_lnk","columns":[{"name":"id","type":"increments"},{"name":"file_id","type":"integer"},{"name":"folder_id","type":"integer"},{"name":"file_ord","type":"double"}]},{"name":"upload_folders_parent_lnk","columns":[{"name":"id","type":"increments"},{"name":"folder_id","type":"integer"},{"name":"inv_folder_id","type":"integer"},{"name":"folder_ord","type":"double"}]},{"name":"up_permissions_role_lnk","columns":[{"name":"id","type":"increments"},{"name":"permission_id","type":"integer"},{"name":"role_id","type":"integer"},{"name":"permission_ord","type":"double"}]},{"name":"up_users_role_lnk","columns":[{"name":"id","type":"increments"},{"name":"user_id","type":"integer"},{"name":"role_id","type":"integer"},{"name":"user_ord","type":"double"}]},{"name":"articles_category_lnk","columns":[{"name":"id","type":"increments"},{"name":"article_id","type":"integer"},{"name":"category_id","type":"integer"},{"name":"article_ord","type":"double"}]},{"name":"articles_tags_lnk","columns":[{"name":"id","type":"increments"},{"name":"article_id","type":"integer"},{"name":"tag_id","type":"integer"},{"name":"tag_ord","type":"double"},{"name":"article_ord","type":"double"}]},{"name":"articles_author_lnk","columns":[{"name":"id","type":"increments"},{"name":"article_id","type":"integer"},{"name":"author_id","type":"integer"},{"name":"article_ord","type":"double"}]},{"name":"articles_related_lnk","columns":[{"name":"id","type":"increments"},{"name":"article_id","type":"integer"},{"name":"inv_article_id","type":"integer"},{"name":"article_ord","type":"double"}]},{"name":"articles_owner_lnk","columns":[{"name":"id","type":"increments"},{"name":"article_id","type":"integer"},{"name":"user_id","type":"integer"}]},{"name":"authors_profile_lnk","columns":[{"name":"id","type":"increments"},{"name":"author_id","type":"integer"},{"name":"profile_id","type":"integer"}]},{"name":"categories_parent_lnk","columns":[{"name":"id","type":"increments"},{"name":"category_id","type":"integer"},{"name":"inv_category_id","type":"integer"},{"name":"category_ord","type":"double"}]},{"name":"hiddens_cat_lnk","columns":[{"name":"id","type":"increments"},{"name":"hidden_id","type":"integer"},{"name":"category_id","type":"integer"}]},{"name":"homepages_featured_lnk","columns":[{"name":"id","type":"increments"},{"name":"homepage_id","type":"integer"},{"name":"article_id","type":"integer"},{"name":"article_ord","type":"double"}]},{"name":"peeks_hid_lnk","columns":[{"name":"id","type":"increments"},{"name":"peek_id","type":"integer"},{"name":"hidden_id","type":"integer"}]},{"name":"peeks_hids_lnk","columns":[{"name":"id","type":"increments"},{"name":"peek_id","type":"integer"},{"name":"hidden_id","type":"integer"},{"name":"hidden_ord","type":"double"}]},{"name":"plains_group_lnk","columns":[{"name":"id","type":"increments"},{"name":"plain_id","type":"integer"},{"name":"group_id","type":"integer"},{"name":"plain_ord","type":"double"}]},{"name":"plains_labels_lnk","columns":[{"name":"id","type":"increments"},{"name":"plain_id","type":"integer"},{"name":"label_id","type":"integer"},{"name":"label_ord","type":"double"},{"name":"plain_ord","type":"double"}]},{"name":"restaurants_categories_lnk","columns":[{"name":"id","type":"increments"},{"name":"restaurant_id","type":"integer"},{"name":"category_id","type":"integer"},{"name":"category_ord","type":"double"}]},{"name":"strictdocs_cat_lnk","columns":[{"name":"id","type":"increments"},{"name":"strictdoc_id","type":"integer"},{"name":"category_id","type":"integer"}]},{"name":"zoos_one_one_lnk","columns":[{"name":"id","type":"increments"},{"name":"zoo_id","type":"integer"},{"name":"tag_id","type":"integer"}]},{"name":"zoos_one_many_lnk","columns":[{"name":"id","type":"increments"},{"name":"zoo_id","type":"integer"},{"name":"tag_id","type":"integer"},{"name":"tag_ord","type":"double"}]},{"name":"zoos_many_one_lnk","columns":[{"name":"id","type":"increments"},{"name":"zoo_id","type":"integer"},{"name":"restaurant_id","type":"integer"}]},{"name":"zoos_many_many_lnk","columns":[{"name":"id","type":"increments"},{"name":"zoo_id","type":"integer"},{"name":"restaurant_id","type":"integer"},{"name":"restaurant_ord","type":"double"}]},{"name":"zoos_morph_many_mph","columns":[{"name":"id","type":"increments"},{"name":"zoo_id","type":"integer"},{"name":"morph_many_id","type":"integer"},{"name":"morph_many_type","type":"string"},{"name":"field","type":"string"},{"name":"order","type":"double"}]},{"name":"zoos_drafts_lnk","columns":[{"name":"id","type":"increments"},{"name":"zoo_id","type":"integer"},{"name":"author_id","type":"integer"},{"name":"author_ord","type":"double"}]},{"name":"strapi_api_token_permissions_token_lnk","columns":[{"name":"id","type":"increments"},{"name":"api_token_permission_id","type":"integer"},{"name":"api_token_id","type":"integer"},{"name":"api_token_permission_ord","type":"double"}]},{"name":"components_shared_refs_target_lnk","columns":[{"name":"id","type":"increments"},{"name":"ref_id","type":"integer"},{"name":"tag_id","type":"integer"}]},{"name":"components_shared_refs_authors_lnk","columns":[{"name":"id","type":"increments"},{"name":"ref_id","type":"integer"},{"name":"author_id","type":"integer"},{"name":"author_ord","type":"double"}]}]}',1795717218622,'75e8c932d808a53f7ac0ca0429fe40e7230d7efed353b6ce7afcbd3451a99316');
CREATE TABLE "components_shared_stricts" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "n" INTEGER, "uq" varchar(255));
INSERT INTO "components_shared_stricts" VALUES
(1,'c',1,'q1'),
(2,'d',2,'p1'),
(3,'e',NULL,'z1'),
(4,'c',1,'q2'),
(5,'d',2,'p2'),
(6,'e',NULL,'z2'),
(7,'x',NULL,NULL),
(8,'x',NULL,NULL);
CREATE TABLE "components_shared_sliders" ("id" INTEGER PRIMARY KEY, "caption" varchar(255));
INSERT INTO "components_shared_sliders" VALUES
(1,'c'),
(3,'c'),
(4,'c'),
(5,'c'),
(6,'c'),
(8,'c'),
(9,'c'),
(10,'c'),
(11,'c');
CREATE TABLE "components_shared_seos" ("id" INTEGER PRIMARY KEY, "meta_title" varchar(255), "meta_description" TEXT);
INSERT INTO "components_shared_seos" VALUES
(1,'seo 1','d'),
(3,'seo 2','d'),
(4,'seo 2','d'),
(5,'seo 3','d'),
(6,'seo 3','d'),
(7,'seo 4','d'),
(8,'seo 4','d'),
(9,'seo 5','d'),
(10,'seo 6','d'),
(11,'seo fr',NULL),
(12,'seo fr',NULL),
(13,'seo 1','d'),
(14,'home',NULL),
(15,'home',NULL),
(16,'accueil',NULL),
(17,'accueil',NULL);
CREATE TABLE "components_shared_refs" ("id" INTEGER PRIMARY KEY, "label" varchar(255));
INSERT INTO "components_shared_refs" VALUES
(1,'r'),
(3,'r'),
(4,'r'),
(5,'r'),
(6,'r'),
(8,'r'),
(9,'r'),
(10,'r'),
(11,'r');
CREATE TABLE "components_shared_quotes" ("id" INTEGER PRIMARY KEY, "text" TEXT, "by" varchar(255));
INSERT INTO "components_shared_quotes" VALUES
(1,'To be','W'),
(2,'last',NULL),
(5,'To be','W'),
(6,'last',NULL),
(7,'To be','W'),
(8,'last',NULL),
(9,'To be','W'),
(10,'last',NULL),
(11,'To be','W'),
(12,'last',NULL),
(15,'To be','W'),
(16,'last',NULL),
(17,'To be','W'),
(18,'last',NULL),
(19,'To be','W'),
(20,'last',NULL),
(21,'draft only',NULL),
(22,'To be','W'),
(23,'last',NULL),
(24,'hi',NULL),
(25,'hi',NULL);
CREATE TABLE "components_shared_metas" ("id" INTEGER PRIMARY KEY, "key" varchar(255), "value" varchar(255));
INSERT INTO "components_shared_metas" VALUES
(1,'k1','v1'),
(2,'k2','v1'),
(5,'k1','v1'),
(6,'k2','v2'),
(7,'k1','v1'),
(8,'k2','v2'),
(9,'k1','v1'),
(10,'k2','v3'),
(11,'k1','v1'),
(12,'k2','v3'),
(13,'k1','v1'),
(14,'k2','v4'),
(15,'k1','v1'),
(16,'k2','v4'),
(17,'k1','v1'),
(18,'k2','v5'),
(19,'k1','v1'),
(20,'k2','v6'),
(21,'fr','oui'),
(22,'fr','oui'),
(23,'k1','v1'),
(24,'k2','v1');
CREATE TABLE "components_shared_links" ("id" INTEGER PRIMARY KEY, "label" varchar(255), "href" varchar(255), "external" boolean);
INSERT INTO "components_shared_links" VALUES
(1,'second','/b',0),
(2,'first','/a',1),
(5,'second','/b',0),
(6,'first','/a',1),
(7,'second','/b',0),
(8,'first','/a',1),
(9,'second','/b',0),
(10,'first','/a',1),
(11,'second','/b',0),
(12,'first','/a',1),
(13,'second','/b',0),
(14,'first','/a',1),
(15,'second','/b',0),
(16,'first','/a',1),
(17,'second','/b',0),
(18,'first','/a',1),
(19,'second','/b',0),
(20,'first','/a',1),
(21,'second','/b',0),
(22,'first','/a',1),
(23,'l',NULL,0),
(24,'l',NULL,0);
CREATE TABLE "strapi_core_store_settings" ("id" INTEGER PRIMARY KEY, "key" varchar(255), "value" TEXT, "type" varchar(255), "environment" varchar(255), "tag" varchar(255));
INSERT INTO "strapi_core_store_settings" VALUES
(2,'strapi_content_types_schema','{"plugin::upload.file":{"collectionName":"files","kind":"collectionType","info":{"singularName":"file","pluralName":"files"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string"},"alternativeText":{"type":"text"},"caption":{"type":"text"},"focalPoint":{"type":"json"},"width":{"type":"integer"},"height":{"type":"integer"},"formats":{"type":"json"},"hash":{"type":"string"},"ext":{"type":"string"},"mime":{"type":"string"},"size":{"type":"decimal"},"url":{"type":"text"},"previewUrl":{"type":"text"},"provider":{"type":"string"},"provider_metadata":{"type":"json"},"related":{"type":"relation","relation":"morphToMany"},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files"},"folderPath":{"type":"string"}}},"plugin::upload.folder":{"collectionName":"upload_folders","kind":"collectionType","info":{"singularName":"folder","pluralName":"folders"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string"},"pathId":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string"}}},"plugin::i18n.locale":{"collectionName":"i18n_locale","kind":"collectionType","info":{"singularName":"locale","pluralName":"locales"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string"},"code":{"type":"string"}}},"plugin::users-permissions.permission":{"collectionName":"up_permissions","kind":"collectionType","info":{"singularName":"permission","pluralName":"permissions"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"action":{"type":"string"},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions"}}},"plugin::users-permissions.role":{"collectionName":"up_roles","kind":"collectionType","info":{"singularName":"role","pluralName":"roles"},"options":{"draftAndPublish":false},"pluginOptions":{"content-manager":{"visible":false},"content-type-builder":{"visible":false}},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"type":{"type":"string"},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role"},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role"}}},"plugin::users-permissions.user":{"collectionName":"up_users","kind":"collectionType","info":{"singularName":"user","pluralName":"users"},"options":{"timestamps":true,"draftAndPublish":false},"pluginOptions":null,"attributes":{"username":{"type":"string"},"email":{"type":"email"},"provider":{"type":"string"},"password":{"type":"password"},"resetPasswordToken":{"type":"string"},"confirmationToken":{"type":"string"},"confirmed":{"type":"boolean"},"blocked":{"type":"boolean"},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users"}}},"api::article.article":{"collectionName":"articles","kind":"collectionType","info":{"singularName":"article","pluralName":"articles"},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"title":{"type":"string"},"slug":{"type":"uid"},"body":{"type":"richtext"},"blocks":{"type":"blocks"},"summary":{"type":"text"},"code":{"type":"string"},"rating":{"type":"integer"},"price":{"type":"decimal"},"score":{"type":"float"},"big":{"type":"biginteger"},"active":{"type":"boolean"},"kind":{"type":"enumeration"},"contact":{"type":"email"},"secret":{"type":"password"},"private_note":{"type":"string"},"day":{"type":"date"},"at":{"type":"time"},"moment":{"type":"datetime"},"stamp":{"type":"timestamp"},"meta":{"type":"json"},"cover":{"type":"media","multiple":false},"gallery":{"type":"media","multiple":true},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"related":{"type":"relation","relation":"manyToMany","target":"api::article.article"},"owner":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.user"},"seo":{"type":"component","component":"shared.seo","repeatable":false},"links":{"type":"component","component":"shared.link","repeatable":true},"zone":{"type":"dynamiczone","components":["shared.quote","shared.slider","shared.ref"]}}},"api::author.author":{"collectionName":"authors","kind":"collectionType","info":{"singularName":"author","pluralName":"authors"},"options":{"draftAndPublish":true},"pluginOptions":{},"attributes":{"name":{"type":"string"},"email":{"type":"email"},"bio":{"type":"text"},"profile":{"type":"relation","relation":"oneToOne","target":"api::profile.profile","inversedBy":"author"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"}}},"api::category.category":{"collectionName":"categories","kind":"collectionType","info":{"singularName":"category","pluralName":"categories"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"},"parent":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::category.category","mappedBy":"parent"}}},"api::check.check":{"collectionName":"checks","kind":"collectionType","info":{"singularName":"check","pluralName":"checks"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"req":{"type":"string"},"uniq":{"type":"string"},"len":{"type":"string"},"rx":{"type":"string"},"txt":{"type":"text"},"intv":{"type":"integer"},"flo":{"type":"float"},"dec":{"type":"decimal"},"bigv":{"type":"biginteger"},"bool":{"type":"boolean"},"enumv":{"type":"enumeration"},"mail":{"type":"email"},"pass":{"type":"password"},"dayv":{"type":"date"},"timev":{"type":"time"},"dt":{"type":"datetime"},"ts":{"type":"timestamp"},"js":{"type":"json"},"rich":{"type":"richtext"},"blk":{"type":"blocks"},"uidv":{"type":"uid"},"uintu":{"type":"integer"},"hid":{"type":"string"},"nocfg":{"type":"string"},"imgs":{"type":"media","multiple":true},"comp":{"type":"component","component":"shared.strict","repeatable":false},"comps":{"type":"component","component":"shared.strict","repeatable":true},"dz":{"type":"dynamiczone","components":["shared.quote","shared.strict"]}}},"api::group.group":{"collectionName":"groups","kind":"collectionType","info":{"singularName":"group","pluralName":"groups"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"plains":{"type":"relation","relation":"oneToMany","target":"api::plain.plain","mappedBy":"group"}}},"api::hidden.hidden":{"collectionName":"hiddens","kind":"collectionType","info":{"singularName":"hidden","pluralName":"hiddens"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"cat":{"type":"relation","relation":"manyToOne","target":"api::category.category"}}},"api::homepage.homepage":{"collectionName":"homepages","kind":"singleType","info":{"singularName":"homepage","pluralName":"homepages"},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"headline":{"type":"string"},"theme":{"type":"string"},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"seo":{"type":"component","component":"shared.seo","repeatable":false},"zone":{"type":"dynamiczone","components":["shared.quote","shared.slider","shared.ref"]}}},"api::label.label":{"collectionName":"labels","kind":"collectionType","info":{"singularName":"label","pluralName":"labels"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"plains":{"type":"relation","relation":"manyToMany","target":"api::plain.plain","mappedBy":"labels"}}},"api::peek.peek":{"collectionName":"peeks","kind":"collectionType","info":{"singularName":"peek","pluralName":"peeks"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"hid":{"type":"relation","relation":"manyToOne","target":"api::hidden.hidden"},"hids":{"type":"relation","relation":"manyToMany","target":"api::hidden.hidden"}}},"api::plain.plain":{"collectionName":"plains","kind":"collectionType","info":{"singularName":"plain","pluralName":"plains"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"n":{"type":"integer"},"body":{"type":"text"},"flag":{"type":"boolean"},"price":{"type":"decimal"},"day":{"type":"date"},"ratio":{"type":"float"},"big":{"type":"biginteger"},"moment":{"type":"datetime"},"at":{"type":"time"},"kind":{"type":"enumeration"},"mail":{"type":"email"},"meta":{"type":"json"},"group":{"type":"relation","relation":"manyToOne","target":"api::group.group","inversedBy":"plains"},"labels":{"type":"relation","relation":"manyToMany","target":"api::label.label","inversedBy":"plains"}}},"api::profile.profile":{"collectionName":"profiles","kind":"collectionType","info":{"singularName":"profile","pluralName":"profiles"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"nick":{"type":"string"},"url":{"type":"string"},"author":{"type":"relation","relation":"oneToOne","target":"api::author.author","mappedBy":"profile"}}},"api::restaurant.restaurant":{"collectionName":"restaurants","kind":"collectionType","info":{"singularName":"restaurant","pluralName":"restaurants"},"options":{"draftAndPublish":false},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"Name":{"type":"string"},"Description":{"type":"richtext"},"stars":{"type":"integer"},"categories":{"type":"relation","relation":"manyToMany","target":"api::category.category"}}},"api::setting.setting":{"collectionName":"settings","kind":"singleType","info":{"singularName":"setting","pluralName":"settings"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean"},"options":{"type":"json"}}},"api::strictdoc.strictdoc":{"collectionName":"strictdocs","kind":"collectionType","info":{"singularName":"strictdoc","pluralName":"strictdocs"},"options":{"draftAndPublish":true},"pluginOptions":{},"attributes":{"title":{"type":"string"},"uniq":{"type":"string"},"n":{"type":"integer"},"cat":{"type":"relation","relation":"manyToOne","target":"api::category.category"},"comp":{"type":"component","component":"shared.strict"},"list":{"type":"component","component":"shared.link","repeatable":true},"cover":{"type":"media","multiple":false}}},"api::tag.tag":{"collectionName":"tags","kind":"collectionType","info":{"singularName":"tag","pluralName":"tags"},"options":{"draftAndPublish":false},"pluginOptions":{},"attributes":{"name":{"type":"string"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"}}},"api::zoo.zoo":{"collectionName":"zoos","kind":"collectionType","info":{"singularName":"zoo","pluralName":"zoos"},"options":{"draftAndPublish":true},"pluginOptions":{"i18n":{"localized":true}},"attributes":{"name":{"type":"string"},"oneOne":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"oneMany":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"manyOne":{"type":"relation","relation":"manyToOne","target":"api::restaurant.restaurant"},"manyMany":{"type":"relation","relation":"manyToMany","target":"api::restaurant.restaurant"},"morphOne":{"type":"relation","relation":"morphToOne"},"morphMany":{"type":"relation","relation":"morphToMany"},"drafts":{"type":"relation","relation":"manyToMany","target":"api::author.author"}}}}','object',NULL,NULL),
(47,'plugin_i18n_default_locale','"en"','string',NULL,NULL),
(50,'plugin_users-permissions_advanced','{"unique_email":true,"allow_register":true,"email_confirmation":false,"email_reset_password":null,"email_confirmation_redirection":null,"default_role":"authenticated"}','object',NULL,NULL);
CREATE TABLE "files" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "alternative_text" TEXT, "caption" TEXT, "focal_point" json, "width" INTEGER, "height" INTEGER, "formats" json, "hash" varchar(255), "ext" varchar(255), "mime" varchar(255), "size" float, "url" TEXT, "preview_url" TEXT, "provider" varchar(255), "provider_metadata" json, "folder_path" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "files" VALUES
(1,'j1tgwgzesysc6jb5j3hhovxs','red.png','alt red.png','caption red.png',NULL,300,200,'{"thumbnail":{"name":"thumbnail_red.png","hash":"thumbnail_red_b48280bf50","ext":".png","mime":"image/png","path":null,"width":234,"height":156,"size":0.89,"sizeInBytes":886,"url":"/uploads/thumbnail_red_b48280bf50.png"}}','red_b48280bf50','.png','image/png',0.17,'/uploads/red_b48280bf50.png',NULL,'local',NULL,'/1',1795717352872,1795717352872,1795717352872,NULL),
(2,'acvuiw9kk5vl1mjxgmdxdyij','blue pic.png','alt blue pic.png','caption blue pic.png',NULL,300,200,'{"thumbnail":{"name":"thumbnail_blue pic.png","hash":"thumbnail_blue_pic_435d543fb2","ext":".png","mime":"image/png","path":null,"width":234,"height":156,"size":0.89,"sizeInBytes":886,"url":"/uploads/thumbnail_blue_pic_435d543fb2.png"}}','blue_pic_435d543fb2','.png','image/png',0.17,'/uploads/blue_pic_435d543fb2.png',NULL,'local',NULL,'/1',1795717353502,1795717353502,1795717353503,NULL),
(3,'i68y2ymuz9vlgcrr8uymbg69','note.txt','alt note.txt','caption note.txt',NULL,NULL,NULL,NULL,'note_b7781d1012','.txt','text/plain',0.01,'/uploads/note_b7781d1012.txt',NULL,'local',NULL,'/1',1795717353649,1795717353649,1795717353649,NULL);
CREATE TABLE "upload_folders" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "path_id" INTEGER, "path" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "upload_folders" VALUES
(1,'o2yfs9i33spmlhyx4e6bgk9y','API Uploads',1,'/1',1795717334914,1795717334914,1795717334914,NULL);
CREATE TABLE "i18n_locale" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "code" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "i18n_locale" VALUES
(1,'g08ahnk2r6dtttj2tmi36nrd','English (en)','en',1795717231998,1795717231998,1795717232020,NULL),
(2,'dv2edro57wmvtd889jicp4ts','French (fr)','fr',1795717279174,1795717279174,1795717279174,NULL),
(3,'dyelg9d4jzx3w06xv888r363','German (de)','de',1795717282559,1795717282559,1795717282559,NULL);
CREATE TABLE "up_permissions" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "action" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "up_permissions" VALUES
(1,'tyii6n06or9esbml5nkpdnnl','plugin::users-permissions.auth.logout',1795717233060,1795717233060,1795717233060,NULL),
(2,'e10ax1pcpvcpuu6171991fa2','plugin::users-permissions.auth.getSessions',1795717233060,1795717233060,1795717233061,NULL),
(3,'e0cmnbltmq5lt4jd298tdano','plugin::users-permissions.auth.revokeSession',1795717233060,1795717233060,1795717233061,NULL),
(4,'diq20vn82dvwjvv8vvhyx8hj','plugin::users-permissions.user.me',1795717233060,1795717233060,1795717233061,NULL),
(5,'xgelqyeg1y0gkioxsdqp69vb','plugin::users-permissions.auth.changePassword',1795717233060,1795717233060,1795717233062,NULL),
(6,'g5ypkr1cmqmmlwd4yv0i1mtd','plugin::users-permissions.auth.callback',1795717233787,1795717233787,1795717233788,NULL),
(7,'l4zo105pnde56cp9emft066g','plugin::users-permissions.auth.connect',1795717233787,1795717233787,1795717233788,NULL),
(8,'aa9qrwcf6ufwsbqkeuknryoz','plugin::users-permissions.auth.forgotPassword',1795717233787,1795717233787,1795717233789,NULL),
(9,'hw0u2x7fh9oxzhvejjdjaux6','plugin::users-permissions.auth.resetPassword',1795717233787,1795717233787,1795717233789,NULL),
(10,'vdr5n31jfgeki88tnac5xwcd','plugin::users-permissions.auth.register',1795717233787,1795717233787,1795717233789,NULL),
(11,'jzpuxnt396zmn9qzve4ln3gq','plugin::users-permissions.auth.emailConfirmation',1795717233787,1795717233787,1795717233789,NULL),
(12,'pugqi95w6r2fgfn5wjwx8r32','plugin::users-permissions.auth.sendEmailConfirmation',1795717233787,1795717233787,1795717233789,NULL),
(13,'j6vsw6r8hx0k7r3sz7wqwvyh','plugin::users-permissions.auth.refresh',1795717233787,1795717233787,1795717233789,NULL),
(14,'b6zruyqu8f3mg56jvtyght1c','api::article.article.find',1795717286166,1795717286166,1795717286167,NULL),
(15,'k5uv5k7qs8zgbmusyyx46hhk','api::article.article.findOne',1795717286302,1795717286302,1795717286302,NULL),
(16,'oswdmipsmnknyf3k0i138f70','api::article.article.create',1795717286357,1795717286357,1795717286357,NULL),
(17,'bfttxbuu6jwvqhd4w1kmc98n','api::article.article.update',1795717286439,1795717286439,1795717286440,NULL),
(18,'eampk5r2fkh08phqcdegm5bl','api::article.article.delete',1795717286498,1795717286498,1795717286498,NULL),
(19,'xakwewrzawscyt2fwtksw02z','api::author.author.find',1795717286545,1795717286545,1795717286546,NULL),
(20,'wr2yqhjt4r0ir7m8pjcoq6am','api::author.author.findOne',1795717286604,1795717286604,1795717286604,NULL),
(21,'t8djcye5iod8awonrtxq79kb','api::author.author.create',1795717286698,1795717286698,1795717286698,NULL),
(22,'aiyfwxbdsqj9mk1lkp7zsum5','api::author.author.update',1795717286874,1795717286874,1795717286886,NULL),
(23,'uro4a3deoevlewyvs17nu80l','api::author.author.delete',1795717286981,1795717286981,1795717286981,NULL),
(24,'aa0zyp64jnca64tknwmkcho1','api::category.category.find',1795717287097,1795717287097,1795717287097,NULL),
(25,'aspdurqk1kuwf7p3teqdcqm4','api::category.category.findOne',1795717287166,1795717287166,1795717287166,NULL),
(26,'kzcjcyvx5j1pd5wfr0qzdn6m','api::category.category.create',1795717287174,1795717287174,1795717287174,NULL),
(27,'asym82ap9czwtcx0qkaghscm','api::category.category.update',1795717287189,1795717287189,1795717287190,NULL),
(28,'lkrpfid9no23n5akcaf1m26c','api::category.category.delete',1795717287210,1795717287210,1795717287210,NULL),
(29,'t6ksxfgn0c5b3fm405o0ohxa','api::check.check.find',1795717287301,1795717287301,1795717287301,NULL),
(30,'e8o73wae45gk5m9v60t2qvzc','api::check.check.findOne',1795717287457,1795717287457,1795717287457,NULL),
(31,'gs8ylal285evaageh19uyq4h','api::check.check.create',1795717287471,1795717287471,1795717287472,NULL),
(32,'edt2pxad5dbonk0z223rk59e','api::check.check.update',1795717287486,1795717287486,1795717287486,NULL),
(33,'n6n39h86xsri8u263v82ns0p','api::check.check.delete',1795717287508,1795717287508,1795717287508,NULL),
(34,'qrdzuzja0ezbwt8dl3ek9ig1','api::group.group.find',1795717287528,1795717287528,1795717287528,NULL),
(35,'tswb8vovw82odncxilwkh217','api::group.group.findOne',1795717287543,1795717287543,1795717287544,NULL),
(36,'vuabbnr0hz6bv0772hhxscvg','api::group.group.create',1795717287581,1795717287581,1795717287581,NULL),
(37,'z8wsvvcw1e7unyfdf7013hh2','api::group.group.update',1795717287599,1795717287599,1795717287601,NULL),
(38,'ovumi7vg7cm4b3qekrmtevsg','api::group.group.delete',1795717287653,1795717287653,1795717287653,NULL),
(39,'r5lfkk0dmri73rh9ep50yfcs','api::homepage.homepage.find',1795717287758,1795717287758,1795717287758,NULL),
(40,'oq02la3bkwduzfxx151fljw0','api::homepage.homepage.update',1795717287892,1795717287892,1795717287892,NULL),
(41,'vwkas665nmlns8cxj4rpgb60','api::homepage.homepage.delete',1795717287925,1795717287925,1795717287926,NULL),
(42,'n91heux73otp915oyriwpprd','api::label.label.find',1795717287961,1795717287961,1795717287962,NULL),
(43,'y0uikv8goyvv9djh5a6frzzf','api::label.label.findOne',1795717288006,1795717288006,1795717288006,NULL),
(44,'kj8h6ovbfnxse5hdx91ne1vm','api::label.label.create',1795717288079,1795717288079,1795717288079,NULL),
(45,'jksihwnp2w14kpcbmqgsg75j','api::label.label.update',1795717288214,1795717288214,1795717288214,NULL),
(46,'a69298clieh9bhco5kioyyww','api::label.label.delete',1795717288378,1795717288378,1795717288379,NULL),
(47,'g7uinbsmbdgmz8aia3jqxd8i','api::peek.peek.find',1795717288467,1795717288467,1795717288471,NULL),
(48,'o9dve5c8ggvyckbjpv8efdfw','api::peek.peek.findOne',1795717288545,1795717288545,1795717288545,NULL),
(49,'ptu1k4tdnccu6ezx6ssgao2c','api::peek.peek.create',1795717288592,1795717288592,1795717288592,NULL),
(50,'k162nc836fl395hh6pohnu2i','api::peek.peek.update',1795717288677,1795717288677,1795717288677,NULL),
(51,'q02dxu0yqdwathgsmzvm8wgf','api::peek.peek.delete',1795717288725,1795717288725,1795717288725,NULL),
(52,'zxw0puwsq11yg0g35afrdpei','api::plain.plain.find',1795717288777,1795717288777,1795717288777,NULL),
(53,'epkhimqn5l58c4daoawuy61u','api::plain.plain.findOne',1795717289237,1795717289237,1795717289238,NULL),
(54,'gh1ritwrhqwk7qrzxt8khntk','api::plain.plain.create',1795717289325,1795717289325,1795717289326,NULL),
(55,'a4ulgebwozkiftpo4ftrxi8h','api::plain.plain.update',1795717289403,1795717289403,1795717289404,NULL),
(56,'rs2zm9ifujflogj2kfh8m6g4','api::plain.plain.delete',1795717289449,1795717289449,1795717289449,NULL),
(57,'g4wtznyafhhh8j7lwz4up0st','api::profile.profile.find',1795717289634,1795717289634,1795717289634,NULL),
(58,'yq5r2axd0dcslw49qagedb58','api::profile.profile.findOne',1795717289667,1795717289667,1795717289668,NULL),
(59,'a2n18h46jfxs1re52epx8yze','api::profile.profile.create',1795717289734,1795717289734,1795717289734,NULL),
(60,'tojoetwqahgsdwzp6iyl25eq','api::profile.profile.update',1795717289809,1795717289809,1795717289809,NULL),
(61,'zvbd7w1viqtu1z7f1ka2q905','api::profile.profile.delete',1795717289872,1795717289872,1795717289872,NULL),
(62,'lwpq1qrun130qrf8lcnlu4cc','api::restaurant.restaurant.find',1795717289933,1795717289933,1795717289934,NULL),
(63,'uij1sqcj1mhiyg4vsw349ve0','api::restaurant.restaurant.findOne',1795717289955,1795717289955,1795717289955,NULL),
(64,'msb9bj9l53nnqtahyb873fbk','api::restaurant.restaurant.create',1795717290013,1795717290013,1795717290013,NULL),
(65,'c8kiv1pg1vq6ct3xvamas0qx','api::restaurant.restaurant.update',1795717290198,1795717290198,1795717290199,NULL),
(66,'ooelgajhameufo1ub42v7xha','api::restaurant.restaurant.delete',1795717290269,1795717290269,1795717290269,NULL),
(67,'ms6pca4t0fc6feavr2mu1nyn','api::setting.setting.find',1795717290325,1795717290325,1795717290325,NULL),
(68,'zohs82d1letj52eze09m1p2u','api::setting.setting.update',1795717290376,1795717290376,1795717290376,NULL),
(69,'gffdyw7ssjn3elyg184z2do0','api::setting.setting.delete',1795717290414,1795717290414,1795717290414,NULL),
(70,'d78cfv64wkje4qx7z2lwdlqk','api::strictdoc.strictdoc.find',1795717290453,1795717290453,1795717290454,NULL),
(71,'b1x22k13vezyw541kcccxwei','api::strictdoc.strictdoc.findOne',1795717290496,1795717290496,1795717290496,NULL),
(72,'h85evp34i6iuncy6c8r0k9bz','api::strictdoc.strictdoc.create',1795717290533,1795717290533,1795717290534,NULL),
(73,'jwmwzgno5unzv6ubkzogrjo6','api::strictdoc.strictdoc.update',1795717290579,1795717290579,1795717290579,NULL),
(74,'e2rlj1ptb29ryp79szmaugyp','api::strictdoc.strictdoc.delete',1795717290630,1795717290630,1795717290630,NULL),
(75,'d7rpi5minf05rhw90qf5bl61','api::tag.tag.find',1795717290668,1795717290668,1795717290669,NULL),
(76,'n2sn4e5hrjdnysmsc903pvwm','api::tag.tag.findOne',1795717290694,1795717290694,1795717290694,NULL),
(77,'asn9pl5snc51q2f6qm0dqlib','api::tag.tag.create',1795717290878,1795717290878,1795717290878,NULL),
(78,'fpm1y65kp22ufymfqxao03yl','api::tag.tag.update',1795717290898,1795717290898,1795717290898,NULL),
(79,'q9jz9xm38aeyjnec6pm9sni9','api::tag.tag.delete',1795717290971,1795717290971,1795717290971,NULL),
(80,'n76it9cm9sh6fzoabsrsu859','api::zoo.zoo.find',1795717291034,1795717291034,1795717291034,NULL),
(81,'brqokwlzzxw4ci6v5equgfww','api::zoo.zoo.findOne',1795717291075,1795717291075,1795717291075,NULL),
(82,'rfhwnxlmppwpkw5u2xj3xkc0','api::zoo.zoo.create',1795717291117,1795717291117,1795717291117,NULL),
(83,'etlfpf9117m15a17qzqa81ux','api::zoo.zoo.update',1795717291158,1795717291158,1795717291158,NULL),
(84,'x7xlbslvu4h3gc3x1t1jjoyo','api::zoo.zoo.delete',1795717291189,1795717291189,1795717291190,NULL),
(85,'rz25aa9zecptzu5fakhf8e8z','plugin::upload.content-api.find',1795717291219,1795717291219,1795717291223,NULL),
(86,'su9cpdszcrrm14np37gz38sd','plugin::upload.content-api.findOne',1795717291288,1795717291288,1795717291288,NULL),
(87,'ttc64wgk6qffv7s629yiqx7o','plugin::upload.content-api.destroy',1795717291329,1795717291329,1795717291329,NULL),
(88,'b3j70rmb0x9asv9pbmatwnrp','plugin::upload.content-api.upload',1795717291394,1795717291394,1795717291394,NULL),
(89,'emtl1lifb5oabss7fzw2dvrm','plugin::i18n.locales.listLocales',1795717291614,1795717291614,1795717291614,NULL),
(90,'phhka1tcwi14ne4u3azae98u','api::article.article.find',1795717291640,1795717291640,1795717291640,NULL),
(91,'nj0is8a9m2dcl74yps7vppog','api::article.article.findOne',1795717291661,1795717291661,1795717291661,NULL),
(92,'e1927aignv0c82al5tggdp8k','api::article.article.create',1795717291690,1795717291690,1795717291690,NULL),
(93,'bh2v0oyonj6cw8pog0ofr0ml','api::article.article.update',1795717291717,1795717291717,1795717291717,NULL),
(94,'b8w5aoa31vqvnb1tjk67rapg','api::article.article.delete',1795717291758,1795717291758,1795717291758,NULL),
(95,'purb4yur7qwjvnh45kln9ot6','api::author.author.find',1795717291824,1795717291824,1795717291824,NULL),
(96,'zff379dfeu5mwwlj1iufnkkl','api::author.author.findOne',1795717291900,1795717291900,1795717291900,NULL),
(97,'oyo2vpv3a7v05o5wurj73qtj','api::author.author.create',1795717291981,1795717291981,1795717291981,NULL),
(98,'mp2nvrqrrbsp7ijjg1t308c7','api::author.author.update',1795717292034,1795717292034,1795717292034,NULL),
(99,'maqhqd9stfamve05518fbu90','api::author.author.delete',1795717292106,1795717292106,1795717292106,NULL),
(100,'ordo4anwt66zfplckdk2k8j8','api::category.category.find',1795717292248,1795717292248,1795717292248,NULL),
(101,'hd54jusv554dl2p1k8qogh3j','api::category.category.findOne',1795717292296,1795717292296,1795717292296,NULL),
(102,'ov2p58k982ae2xdn66ijyc96','api::category.category.create',1795717292377,1795717292377,1795717292377,NULL),
(103,'nwnv4nlo307gvdguc4vzbzbr','api::category.category.update',1795717292429,1795717292429,1795717292429,NULL),
(104,'ft2r1pq637huvy6gujaqh7ff','api::category.category.delete',1795717292469,1795717292469,1795717292469,NULL),
(105,'lxr6uj1y5lxmdi7aeb3seehn','api::check.check.find',1795717292545,1795717292545,1795717292545,NULL),
(106,'gqsly7uhfnju6zlsbpdqxtb0','api::check.check.findOne',1795717292600,1795717292600,1795717292601,NULL),
(107,'jz7x2ks2i9elxm5a0xcyj3j0','api::check.check.create',1795717292657,1795717292657,1795717292657,NULL),
(108,'p9bfhhvmgwbf1w8kfc9mfpg8','api::check.check.update',1795717292758,1795717292758,1795717292758,NULL),
(109,'qiskv1bvr05x54odevnh4p16','api::check.check.delete',1795717292790,1795717292790,1795717292790,NULL),
(110,'chf2654x2svsg5kd2xbbj7ix','api::group.group.find',1795717292846,1795717292846,1795717292846,NULL),
(111,'dhh21uu4zoruv1yuwkpvhicf','api::group.group.findOne',1795717292868,1795717292868,1795717292869,NULL),
(112,'y9yah58tevtmwsk2g79if98r','api::group.group.create',1795717292891,1795717292891,1795717292891,NULL),
(113,'ctox45oz8fzxtdcfx31rr41v','api::group.group.update',1795717292905,1795717292905,1795717292906,NULL),
(114,'pwd3tga8uonsswuj3nxx76ar','api::group.group.delete',1795717292934,1795717292934,1795717292934,NULL),
(115,'p6wwkatsir31flfevev3ejte','api::homepage.homepage.find',1795717292972,1795717292972,1795717292973,NULL),
(116,'nowrgtfaitr2s46oyzdw7hzi','api::homepage.homepage.update',1795717292991,1795717292991,1795717292991,NULL),
(117,'sf8v023rrx59xmvgefhsqyv7','api::homepage.homepage.delete',1795717293004,1795717293004,1795717293004,NULL),
(118,'nazjmdfsqtvnxgb3q4cd8c0b','api::label.label.find',1795717293016,1795717293016,1795717293016,NULL),
(119,'wq7b3npdlkzng18664tk8sre','api::label.label.findOne',1795717293033,1795717293033,1795717293034,NULL),
(120,'tdde9llini2r7eomqpeos1za','api::label.label.create',1795717293060,1795717293060,1795717293060,NULL),
(121,'r32iy13u2r4mokynx4ctrysq','api::label.label.update',1795717293088,1795717293088,1795717293088,NULL),
(122,'syvgk0fb1c6gkptwyztf0jzy','api::label.label.delete',1795717293142,1795717293142,1795717293143,NULL),
(123,'alcycbm3u5iwbg2e08qbzprf','api::peek.peek.find',1795717293291,1795717293291,1795717293291,NULL),
(124,'b2sfx9fyy8qecj2ekenie4hb','api::peek.peek.findOne',1795717293327,1795717293327,1795717293327,NULL),
(125,'ngkp5177eydc18bi0nzhgpho','api::peek.peek.create',1795717293372,1795717293372,1795717293372,NULL),
(126,'tyuywnvqtyvqqqfhmwrhe8au','api::peek.peek.update',1795717293395,1795717293395,1795717293397,NULL),
(127,'llxla3x1c3hk6y1tdxj1v1jr','api::peek.peek.delete',1795717293436,1795717293436,1795717293437,NULL),
(128,'gmiejlhzk7zpl7d7a46hd3o5','api::plain.plain.find',1795717293531,1795717293531,1795717293531,NULL),
(129,'m8ta11mylj4aaiim22xxza1r','api::plain.plain.findOne',1795717293553,1795717293553,1795717293553,NULL),
(130,'t5ty89hwipmlxj8yhne6jvuh','api::plain.plain.create',1795717293581,1795717293581,1795717293581,NULL),
(131,'oyl72zyoefdqivh37ngysgj0','api::plain.plain.update',1795717293633,1795717293633,1795717293633,NULL),
(132,'qgwotj6jqdycpuvz75op2ubl','api::plain.plain.delete',1795717293732,1795717293732,1795717293732,NULL),
(133,'tmqqf2jr1ujk3tqc5sddgp1z','api::profile.profile.find',1795717293798,1795717293798,1795717293798,NULL),
(134,'grjywko1hl6hxqll7gs8g4lm','api::profile.profile.findOne',1795717293935,1795717293935,1795717293955,NULL),
(135,'kebe7ncgf4hw4wy3y9iwf44s','api::profile.profile.create',1795717294017,1795717294017,1795717294017,NULL),
(136,'bmcigflqhvh1bbyo0iokccl9','api::profile.profile.update',1795717294084,1795717294084,1795717294085,NULL),
(137,'snad28w3lhxjleyr66khd1dm','api::profile.profile.delete',1795717294126,1795717294126,1795717294126,NULL),
(138,'lxmjp0p8k0uti5coa1l41z2q','api::restaurant.restaurant.find',1795717294206,1795717294206,1795717294207,NULL),
(139,'rbk1cmm121iyxa14pcpdxbq4','api::restaurant.restaurant.findOne',1795717294285,1795717294285,1795717294285,NULL),
(140,'s895311hin5bfbg1wh3jhrov','api::restaurant.restaurant.create',1795717294362,1795717294362,1795717294362,NULL),
(141,'zop5tegydc953duck8w64v1j','api::restaurant.restaurant.update',1795717294429,1795717294429,1795717294429,NULL),
(142,'qy8y5vj1fcrpacmkas8pvtwh','api::restaurant.restaurant.delete',1795717294461,1795717294461,1795717294461,NULL),
(143,'bh6xo4ul1yumk3x7npc80hms','api::setting.setting.find',1795717294505,1795717294505,1795717294505,NULL),
(144,'k96xd1306ifo63fjzy46aefu','api::setting.setting.update',1795717294575,1795717294575,1795717294576,NULL),
(145,'lbdjqjpnp5vrd9w8y4uz5rgm','api::setting.setting.delete',1795717294613,1795717294613,1795717294613,NULL),
(146,'p9yf47hlxbx4zip0kczp3ldb','api::strictdoc.strictdoc.find',1795717294653,1795717294653,1795717294653,NULL),
(147,'v5mvn25newce8mgxnw4p5eiv','api::strictdoc.strictdoc.findOne',1795717294729,1795717294729,1795717294729,NULL),
(148,'w60guc1ao438ipxobsdt0e17','api::strictdoc.strictdoc.create',1795717294796,1795717294796,1795717294797,NULL),
(149,'wnlggrmn72hjtxxbeomxtsxz','api::strictdoc.strictdoc.update',1795717294853,1795717294853,1795717294853,NULL),
(150,'si51h39keaz4oqotjpxabl6m','api::strictdoc.strictdoc.delete',1795717295007,1795717295007,1795717295007,NULL),
(151,'dibnwuzjr7xifz678tf4kpg0','api::tag.tag.find',1795717295089,1795717295089,1795717295090,NULL),
(152,'o533a1g7k1prcorjexmcp680','api::tag.tag.findOne',1795717295141,1795717295141,1795717295141,NULL),
(153,'aevatagr7pwu4p5122fasj07','api::tag.tag.create',1795717295203,1795717295203,1795717295203,NULL),
(154,'zcd3wry75ie3zbqsly1rslgm','api::tag.tag.update',1795717295300,1795717295300,1795717295301,NULL),
(155,'l5p8hh0zr0unthpdo18g67oo','api::tag.tag.delete',1795717295439,1795717295439,1795717295440,NULL),
(156,'acuweklphyowh4kubldxufaq','api::zoo.zoo.find',1795717295554,1795717295554,1795717295555,NULL),
(157,'q16bc6sju990e4kfhohz8dpj','api::zoo.zoo.findOne',1795717295637,1795717295637,1795717295637,NULL),
(158,'labs2e1pslgrqx6dli56wtij','api::zoo.zoo.create',1795717295695,1795717295695,1795717295695,NULL),
(159,'hyni63mw2uxgco8hz5v1ggfm','api::zoo.zoo.update',1795717295790,1795717295790,1795717295790,NULL),
(160,'fuitth0jlghh9ane9p3f3ow9','api::zoo.zoo.delete',1795717295890,1795717295890,1795717295890,NULL),
(161,'b3otfhljmd3x5xvpn9myniuy','plugin::upload.content-api.find',1795717295913,1795717295913,1795717295913,NULL),
(162,'yngj7cflalwftdobbolruwme','plugin::upload.content-api.findOne',1795717295938,1795717295938,1795717295938,NULL),
(163,'z4n8c8zz8wwr9jxbitbwwdmj','plugin::upload.content-api.destroy',1795717295970,1795717295970,1795717295970,NULL),
(164,'wnmh1hqv3gfhfsu9cayjm2qr','plugin::upload.content-api.upload',1795717296004,1795717296004,1795717296004,NULL),
(165,'abahwa1i18jx1qua05bmbs0i','plugin::i18n.locales.listLocales',1795717296046,1795717296046,1795717296046,NULL),
(166,'nwpm8wjhgi52s8y3c4325sd3','plugin::users-permissions.user.find',1795717296109,1795717296109,1795717296109,NULL),
(167,'h1dvnly3s47ll4rjis5rg71l','plugin::users-permissions.user.findOne',1795717296243,1795717296243,1795717296243,NULL),
(168,'y7wldnoqx88m6jfpvgzbtsv4','plugin::users-permissions.user.create',1795717296282,1795717296282,1795717296282,NULL),
(169,'z65bv2je2h81cn65s1etm2rp','plugin::users-permissions.user.update',1795717296307,1795717296307,1795717296308,NULL),
(170,'xgyqkvzeix5l0jd5oknm1gpp','plugin::users-permissions.user.destroy',1795717296332,1795717296332,1795717296333,NULL),
(171,'iip7gpj7hl35b7unk99xs9ja','plugin::users-permissions.user.count',1795717296357,1795717296357,1795717296358,NULL),
(172,'cahupafz51xugbkgsdle4zdk','plugin::users-permissions.role.find',1795717296380,1795717296380,1795717296380,NULL),
(173,'tinktzdp1td14r2pgdysksnt','plugin::users-permissions.role.findOne',1795717296405,1795717296405,1795717296405,NULL),
(174,'jbfvhb7gzl1fi8qk1p1u1xrd','plugin::users-permissions.role.createRole',1795717296426,1795717296426,1795717296426,NULL),
(175,'iy4j06nm6m3d6ekcxienifz4','plugin::users-permissions.role.updateRole',1795717296442,1795717296442,1795717296442,NULL),
(176,'ya6r26ldn86lr447lh69kug4','plugin::users-permissions.role.deleteRole',1795717296472,1795717296472,1795717296473,NULL),
(177,'ade40yvrm1recluysh7q5r5g','plugin::users-permissions.permissions.getPermissions',1795717296488,1795717296488,1795717296488,NULL),
(178,'ak6busnprwy8pntedga6pn1n','api::article.article.find',1795717296515,1795717296515,1795717296515,NULL),
(179,'i1mf7uwhg91m9qxw2fd3op0m','plugin::users-permissions.user.me',1795717296533,1795717296533,1795717296534,NULL);
CREATE TABLE "up_roles" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "description" varchar(255), "type" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "up_roles" VALUES
(1,'g7qbgtw1gftilalejbvoi9hr','Authenticated','Default role given to authenticated user.','authenticated',1795717232456,1795717232456,1795717232465,NULL),
(2,'paf7a9p9e8t4po4f97vgeirz','Public','Default role given to unauthenticated user.','public',1795717232545,1795717232545,1795717232617,NULL),
(3,'sd3acf0grws51cnfbl25gf7t','Limited','find articles only','limited',1795717286127,1795717286127,1795717286128,NULL);
CREATE TABLE "up_users" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "username" varchar(255), "email" varchar(255), "provider" varchar(255), "password" varchar(255), "reset_password_token" varchar(255), "confirmation_token" varchar(255), "confirmed" boolean, "blocked" boolean, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "up_users" VALUES
(1,'o55dautxp12rhd6cuq3k89ss','alice','alice@example.com','local','$2a$10$BexO/.Km4VFNJi2ZD8e28..FLG0d4lixbQ3RQyBuQ/y0O/6G1gea.',NULL,NULL,1,0,1795717297194,1795717297194,1795717296591,NULL),
(2,'g8c170p5y73s28k82hqyh5wv','bob','bob@example.com','local','$2a$10$btgusf5zQ74OB8A1WEy.OOnW.62aY3HkU12A2uOJoZgkFchIAgOwC',NULL,NULL,1,0,1795717297759,1795717297759,1795717297262,NULL),
(3,'x0fgccf8qa2xdzze5khtu9k5','lim','lim@example.com','local','$2a$10$FBWuzUAcnfzV5GEOLhFvE.5MjPgcjadlT2R42tk2vOc5GjyDQ84FG',NULL,NULL,1,0,1795717298167,1795717298167,1795717297917,NULL),
(4,'vvjolbvj8ifuoo4ongbx5jbp','blocked','blocked@example.com','local','$2a$10$fKja98iXKfNkXlc5CRGmH.BMZiBBpf7qrl/CKrJLgs1aWd13uyR2.',NULL,NULL,1,1,1795717298488,1795717298488,1795717298214,NULL),
(5,'jjf7g01lsg98isacwqf13oev','unconf','unconf@example.com','local','$2a$10$IcZd5/KS5C0L0WGE.F3//.P.tx76XLjGlAbnIA3QDSCye22PKcBtq',NULL,NULL,0,0,1795717298816,1795717298816,1795717298524,NULL);
CREATE TABLE "articles_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "articles_cmps" VALUES
(1,1,1,'shared.seo','seo',NULL),
(2,1,1,'shared.link','links',1.0),
(3,1,2,'shared.link','links',2.0),
(4,1,1,'shared.quote','zone',1.0),
(5,1,1,'shared.slider','zone',2.0),
(6,1,1,'shared.ref','zone',3.0),
(7,1,2,'shared.quote','zone',4.0),
(15,3,3,'shared.seo','seo',NULL),
(16,3,5,'shared.link','links',1.0),
(17,3,6,'shared.link','links',2.0),
(18,3,5,'shared.quote','zone',1.0),
(19,3,3,'shared.slider','zone',2.0),
(20,3,3,'shared.ref','zone',3.0),
(21,3,6,'shared.quote','zone',4.0),
(22,4,4,'shared.seo','seo',NULL),
(23,4,7,'shared.link','links',1.0),
(24,4,8,'shared.link','links',2.0),
(25,4,7,'shared.quote','zone',1.0),
(26,4,4,'shared.slider','zone',2.0),
(27,4,4,'shared.ref','zone',3.0),
(28,4,8,'shared.quote','zone',4.0),
(29,5,5,'shared.seo','seo',NULL),
(30,5,9,'shared.link','links',1.0),
(31,5,10,'shared.link','links',2.0),
(32,5,9,'shared.quote','zone',1.0),
(33,5,5,'shared.slider','zone',2.0),
(34,5,5,'shared.ref','zone',3.0),
(35,5,10,'shared.quote','zone',4.0),
(36,6,6,'shared.seo','seo',NULL),
(37,6,11,'shared.link','links',1.0),
(38,6,12,'shared.link','links',2.0),
(39,6,11,'shared.quote','zone',1.0),
(40,6,6,'shared.slider','zone',2.0),
(41,6,6,'shared.ref','zone',3.0),
(42,6,12,'shared.quote','zone',4.0),
(43,7,7,'shared.seo','seo',NULL),
(44,7,13,'shared.link','links',1.0),
(45,7,14,'shared.link','links',2.0),
(50,8,8,'shared.seo','seo',NULL),
(51,8,15,'shared.link','links',1.0),
(52,8,16,'shared.link','links',2.0),
(53,8,15,'shared.quote','zone',1.0),
(54,8,8,'shared.slider','zone',2.0),
(55,8,8,'shared.ref','zone',3.0),
(56,8,16,'shared.quote','zone',4.0),
(57,9,9,'shared.seo','seo',NULL),
(58,9,17,'shared.link','links',1.0),
(59,9,18,'shared.link','links',2.0),
(60,9,17,'shared.quote','zone',1.0),
(61,9,9,'shared.slider','zone',2.0),
(62,9,9,'shared.ref','zone',3.0),
(63,9,18,'shared.quote','zone',4.0),
(64,10,10,'shared.seo','seo',NULL),
(65,10,19,'shared.link','links',1.0),
(66,10,20,'shared.link','links',2.0),
(67,10,19,'shared.quote','zone',1.0),
(68,10,10,'shared.slider','zone',2.0),
(69,10,10,'shared.ref','zone',3.0),
(70,10,20,'shared.quote','zone',4.0),
(71,11,11,'shared.seo','seo',NULL),
(72,12,12,'shared.seo','seo',NULL),
(73,7,21,'shared.quote','zone',1.0),
(74,16,13,'shared.seo','seo',NULL),
(75,16,21,'shared.link','links',1.0),
(76,16,22,'shared.link','links',2.0),
(77,16,22,'shared.quote','zone',1.0),
(78,16,11,'shared.slider','zone',2.0),
(79,16,11,'shared.ref','zone',3.0),
(80,16,23,'shared.quote','zone',4.0);
CREATE TABLE "articles" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "title" varchar(255), "slug" varchar(255), "body" TEXT, "blocks" json, "summary" TEXT, "code" varchar(255), "rating" INTEGER, "price" float, "score" float, "big" bigint, "active" boolean, "kind" varchar(255), "contact" varchar(255), "secret" varchar(255), "private_note" varchar(255), "day" date, "at" time, "moment" datetime, "stamp" datetime, "meta" json, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "articles" VALUES
(1,'cegqxz7wwhgc8cp4me47slon','Article 1 é 😀','article-1','# body 1

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','summary 1','code-1',1,10.25,0.3333333333333333,1000000000001,0,'blog','c1@example.com','$2a$10$MVoTanXFTCF8lGfB/tzrWue7atycrX0SJASndGtmdIGXFe9eAxvne','private 1','2024-01-11','10:20:31.000',1706760306789,1709276889123,'{"a":1,"b":["x",null,true]}',1795717356890,1795717365826,NULL,'en'),
(3,'n2e05dapq0bps6yg6phv8d8y','Article 2 é 😀','article-2','# body 2

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','','code-2',2,20.5,0.6666666666666666,1000000000002,1,'howto','c2@example.com','$2a$10$VdVCkczR9b7Vd.LVzCr6sOFK.E8rnjftfUB0KpYR8kOCj.Fkd3lWe','private 2','2024-01-12','10:20:32.000',1706846706789,1709363289123,'[1,2]',1795717358045,1795717358045,NULL,'en'),
(4,'n2e05dapq0bps6yg6phv8d8y','Article 2 é 😀','article-2','# body 2

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','','code-2',2,20.5,0.6666666666666666,1000000000002,1,'howto','c2@example.com','$2a$10$H/dE1lgxabbq8bFZ3M0vz./PlAxuVewuX2BvodJhWl87WOhgGaR.e','private 2','2024-01-12','10:20:32.000',1706846706789,1709363289123,'[1,2]',1795717358045,1795717364931,1795717358203,'en'),
(5,'ullwo3ssvd73c5m8bdtvye86','Article 3 é 😀','article-3','# body 3

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','summary 3','code-3',3,30.75,1.0,1000000000003,0,'news','c3@example.com','$2a$10$dyt6xcIR6RqpTqpKGIoU3eFZuKtoL2E2aHQMAVrxSlwHBqi4K4dRC','private 3','2024-01-13','10:20:33.000',1706933106789,1709449689123,7,1795717359405,1795717365531,NULL,'en'),
(6,'ullwo3ssvd73c5m8bdtvye86','Article 3 é 😀','article-3','# body 3

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','summary 3','code-3',3,30.75,1.0,1000000000003,0,'news','c3@example.com','$2a$10$ob6/CwJp.M5ieDiGoXIt8eFd.72HbAwtELY/0gS5Cvhf2UkCJz0lC','private 3','2024-01-13','10:20:33.000',1706933106789,1709449689123,7,1795717359405,1795717359405,1795717359533,'en'),
(7,'hqkcgip9vtuxn7ctnzp1qke0','Article 4 changed','article-4','# body 4

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','','code-4',4,41.0,1.3333333333333333,1000000000004,1,'blog','c4@example.com','$2a$10$KwmDi6REBXOUsB7w4fK0VewcJBStqmwiY3D7Kv5D/1Gby4JriM.LW','private 4','2024-01-14','10:20:34.000',1707019506789,1709536089123,'{"text":"é"}',1795717361112,1795717365649,NULL,'en'),
(8,'hqkcgip9vtuxn7ctnzp1qke0','Article 4 é 😀','article-4','# body 4

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','','code-4',4,41.0,1.3333333333333333,1000000000004,1,'blog','c4@example.com','$2a$10$fRLVIxwcbj.G4B1JhBc0DOLQQtks6GfLeTvHgdI3Xit47ge89NBee','private 4','2024-01-14','10:20:34.000',1707019506789,1709536089123,'{"text":"é"}',1795717361112,1795717361112,1795717361344,'en'),
(9,'u5ve50sx51mvhnqtqgbpa48s','Article 5 é 😀','article-5','# body 5

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','summary 5','code-5',5,51.25,1.6666666666666667,1000000000005,0,'howto','c5@example.com','$2a$10$bRYgp.nkpbhdznAIolcWeOwfGB8C3W8RTBSQYsNh5qZ5JTJ0zC8O6','private 5','2024-01-15','10:20:35.000',1707105906789,1709622489123,'{"n":1.5}',1795717362523,1795717362523,NULL,'en'),
(10,'er1l0um1wlmi0m963ipx691k','Article 6 é 😀','article-6','# body 6

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','','code-6',6,61.5,2.0,1000000000006,1,'news','c6@example.com','$2a$10$2C5ubn8JqtR9izX4YDwDRewrCKT3KOG2CDsuJkS0oKlxb6gjT4sj.','private 6','2024-01-16','10:20:36.000',1707192306789,1709708889123,'{}',1795717362935,1795717362935,NULL,'en'),
(11,'cegqxz7wwhgc8cp4me47slon','Un','un','corps',NULL,NULL,'code-1',1,10.25,0.3333333333333333,1000000000001,0,'blog','c1@example.com','$2a$10$1oeEeMrpvAok7sGdJjA.KujU6EAIvpGmA4T/aN0O7H16MBlqlEvWq','private 1','2024-01-11','10:20:31.000',1706760306789,1709276889123,'{"a":1,"b":["x",null,true]}',1795717363425,1795717363425,NULL,'fr'),
(12,'cegqxz7wwhgc8cp4me47slon','Un','un','corps',NULL,NULL,'code-1',1,10.25,0.3333333333333333,1000000000001,0,'blog','c1@example.com','$2a$10$ekX96WRlFhV01wjYZbShJeMVsyyemXWaSqfOo09NLGwD1ety5jrAS','private 1','2024-01-11','10:20:31.000',1706760306789,1709276889123,'{"a":1,"b":["x",null,true]}',1795717363425,1795717366496,1795717363465,'fr'),
(13,'n2e05dapq0bps6yg6phv8d8y','Zwei','zwei',NULL,NULL,NULL,'code-2',2,20.5,0.6666666666666666,1000000000002,1,'howto','c2@example.com','$2a$10$zj8Yk5GdQmNqSb1mcXFoIOFty8r8ePbymAWJZYodsVyIu/e3fCh6e','private 2','2024-01-12','10:20:32.000',1706846706789,1709363289123,'[1,2]',1795717364513,1795717364513,NULL,'de'),
(14,'n2e05dapq0bps6yg6phv8d8y','Zwei','zwei',NULL,NULL,NULL,'code-2',2,20.5,0.6666666666666666,1000000000002,1,'howto','c2@example.com','$2a$10$H/dE1lgxabbq8bFZ3M0vz./PlAxuVewuX2BvodJhWl87WOhgGaR.e','private 2','2024-01-12','10:20:32.000',1706846706789,1709363289123,'[1,2]',1795717364513,1795717364513,1795717364542,'de'),
(15,'ullwo3ssvd73c5m8bdtvye86','Trois brouillon','trois',NULL,NULL,NULL,'code-3',3,30.75,1.0,1000000000003,0,'news','c3@example.com','$2a$10$dyt6xcIR6RqpTqpKGIoU3eFZuKtoL2E2aHQMAVrxSlwHBqi4K4dRC','private 3','2024-01-13','10:20:33.000',1706933106789,1709449689123,7,1795717365422,1795717365422,NULL,'fr'),
(16,'cegqxz7wwhgc8cp4me47slon','Article 1 é 😀','article-1','# body 1

text "quoted"','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','summary 1','code-1',1,10.25,0.3333333333333333,1000000000001,0,'blog','c1@example.com','$2a$10$ekX96WRlFhV01wjYZbShJeMVsyyemXWaSqfOo09NLGwD1ety5jrAS','private 1','2024-01-11','10:20:31.000',1706760306789,1709276889123,'{"a":1,"b":["x",null,true]}',1795717356890,1795717365826,1795717365914,'en');
CREATE TABLE "authors" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "email" varchar(255), "bio" TEXT, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "authors" VALUES
(1,'fnk9z3u24lqjjvaobphmftqa','Author 1','a1@example.com','bio 1',1795717355804,1795717355804,NULL,NULL),
(2,'fnk9z3u24lqjjvaobphmftqa','Author 1','a1@example.com','bio 1',1795717355804,1795717355804,1795717355828,NULL),
(3,'dp3lmmt568npjzqrqcp6bqwv','Author 2 changed','a2@example.com',NULL,1795717355946,1795717356361,NULL,NULL),
(4,'dp3lmmt568npjzqrqcp6bqwv','Author 2','a2@example.com',NULL,1795717355946,1795717355946,1795717355980,NULL),
(5,'v5bkui9y5z81jm9ixvngq3cg','Author 3','a3@example.com','bio 3',1795717356128,1795717356128,NULL,NULL),
(6,'v5bkui9y5z81jm9ixvngq3cg','Author 3','a3@example.com','bio 3',1795717356128,1795717356128,1795717356140,NULL),
(7,'k19s128bcd9qzx6fghhgeg8d','Draft author',NULL,NULL,1795717356229,1795717356229,NULL,NULL);
CREATE TABLE "categories" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "categories" VALUES
(1,'ypc5v6kypdph3v3guod7wwxr','Root',1795717353728,1795717353728,1795717353726,NULL),
(2,'tg5ilz23k2z6ndc18tk909k9','News',1795717353793,1795717354210,1795717354168,NULL),
(3,'t5po7719bxsyn89hdsijfzo2','Tech',1795717353892,1795717354410,1795717354377,NULL),
(4,'jq8oj9k4x5ar2yofbfwib00h','Sport',1795717354011,1795717354649,1795717354613,NULL);
CREATE TABLE "checks_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "checks_cmps" VALUES
(1,1,1,'shared.strict','comp',NULL),
(2,1,2,'shared.strict','comps',1.0),
(3,1,3,'shared.strict','dz',1.0),
(4,2,4,'shared.strict','comp',NULL),
(5,2,5,'shared.strict','comps',1.0),
(6,2,6,'shared.strict','dz',1.0);
CREATE TABLE "checks" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "req" varchar(255), "uniq" varchar(255), "len" varchar(255), "rx" varchar(255), "txt" TEXT, "intv" INTEGER, "flo" float, "dec" float, "bigv" bigint, "bool" boolean, "enumv" varchar(255), "mail" varchar(255), "pass" varchar(255), "dayv" date, "timev" time, "dt" datetime, "ts" datetime, "js" json, "rich" TEXT, "blk" json, "uidv" varchar(255), "uintu" INTEGER, "hid" varchar(255), "nocfg" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "checks" VALUES
(1,'zx9c3ajyg61n7te370tlz5wb','r1','u1','abcd','ab-1','text',1,1.5,2.25,9000000000000,1,'one','m1@x.org','$2a$10$GjgXbfE0sN0B8dH9sqkl2.QGNL6lkHb4Zb7vBoNsO4UC2N4hx18Oe','2024-01-01','11:12:13.000',1704067200000,1704067200500,'{"a":1}','rich','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','uid-1',1,'h','n',1795717371103,1795717371103,1795717370687,NULL),
(2,'ufzeeol1xwze0ong691a70zl','r2','u2','abcd','ab-2','text',2,1.5,2.25,9000000000000,1,'one','m2@x.org','$2a$10$GoDcdzocj.t57s8dNE5JjuDBKhsGOtkU3V9Hcohlj.mMnRvl3HTzy','2024-01-01','11:12:13.000',1704067200000,1704067200500,'{"a":1}','rich','[{"type":"paragraph","children":[{"type":"text","text":"Hello ","bold":true},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"there"}]}]},{"type":"heading","level":2,"children":[{"type":"text","text":"H"}]}]','uid-2',2,'h','n',1795717371742,1795717371742,1795717371300,NULL);
CREATE TABLE "groups" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "groups" VALUES
(1,'y4bkjbew8ozct3bwop56cjuy','g1',1795717368224,1795717368224,1795717368202,NULL),
(2,'mip3fsr807m5somkem6jqom6','g2',1795717368347,1795717368347,1795717368346,NULL);
CREATE TABLE "hiddens" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "hiddens" VALUES
(1,'sqqtgemomapnz9itt6vnlnoy','hidden',1795717372295,1795717372295,1795717372292,NULL);
CREATE TABLE "homepages_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "homepages_cmps" VALUES
(1,1,14,'shared.seo','seo',NULL),
(2,1,24,'shared.quote','zone',1.0),
(3,2,15,'shared.seo','seo',NULL),
(4,2,25,'shared.quote','zone',1.0),
(5,3,16,'shared.seo','seo',NULL),
(6,4,17,'shared.seo','seo',NULL);
CREATE TABLE "homepages" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "headline" varchar(255), "theme" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "homepages" VALUES
(1,'da7do8z6vx6pxm9u5tb575h2','Home','dark',1795717366606,1795717366606,NULL,'en'),
(2,'da7do8z6vx6pxm9u5tb575h2','Home','dark',1795717366606,1795717366606,1795717366626,'en'),
(3,'da7do8z6vx6pxm9u5tb575h2','Accueil','dark',1795717366941,1795717366941,NULL,'fr'),
(4,'da7do8z6vx6pxm9u5tb575h2','Accueil','dark',1795717366941,1795717366941,1795717366949,'fr');
CREATE TABLE "labels" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "labels" VALUES
(1,'cf4nq1f9ian1qbwfsufv1aor','l1',1795717368411,1795717368411,1795717368398,NULL),
(2,'l7jltxdobmctq51xhwnmc4hv','l2',1795717368518,1795717368518,1795717368517,NULL),
(3,'qw8vl4361rdr40gqx5bcgxju','l3',1795717368625,1795717368625,1795717368624,NULL);
CREATE TABLE "peeks" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "peeks" VALUES
(1,'olf1vozqru3ie74rmf5l1y8h','peek',1795717372391,1795717372391,1795717372362,NULL);
CREATE TABLE "plains" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "n" INTEGER, "body" TEXT, "flag" boolean, "price" float, "day" date, "ratio" float, "big" bigint, "moment" datetime, "at" time, "kind" varchar(255), "mail" varchar(255), "meta" json, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "plains" VALUES
(1,'bw5qdgom9i5o99sk2bti51cv','plain 1',1,'b1',0,1.1,'2024-05-06',0.14285714285714285,1,1714957323004,'01:02:03.004','b','p1@x.org','{"i":1}',1795717368769,1795717368769,1795717368725,NULL),
(2,'kojgqajlyylxp99qb8i167t1','plain 2',2,'b2',1,2.2,'2024-05-06',0.2857142857142857,2,1714957323004,'01:02:03.004','c','p2@x.org','{"i":2}',1795717369015,1795717369015,1795717368956,NULL),
(3,'g6e14pt6n964ral6341qz3j5','plain 3',3,'b3',0,3.3000000000000003,'2024-05-06',0.42857142857142855,3,1714957323004,'01:02:03.004','a','p3@x.org','{"i":3}',1795717369182,1795717369182,1795717369154,NULL),
(4,'iah1zjcvh4ggm0did4y5onzd','plain 4',4,'b4',1,4.4,'2024-05-06',0.5714285714285714,4,1714957323004,'01:02:03.004','b','p4@x.org','{"i":4}',1795717369321,1795717369321,1795717369298,NULL),
(5,'d5625kbb0a731i4wr5g03wma','plain 5',5,'b5',0,5.5,'2024-05-06',0.7142857142857143,5,1714957323004,'01:02:03.004','c','p5@x.org','{"i":5}',1795717369467,1795717369467,1795717369419,NULL),
(6,'ypdniqaddsbeqt53eb6xkac6','plain 6',6,'b6',1,6.6000000000000005,'2024-05-06',0.8571428571428571,6,1714957323004,'01:02:03.004','a','p6@x.org','{"i":6}',1795717369720,1795717369720,1795717369606,NULL),
(7,'ta7815voowjv2q5247ifz96m','plain 7',7,'b7',0,7.700000000000001,'2024-05-06',1.0,7,1714957323004,'01:02:03.004','b','p7@x.org','{"i":7}',1795717369861,1795717369861,1795717369806,NULL),
(8,'ue6ncc3dw95hrd7z1jmo6mse','plain 8',8,'b8',1,8.8,'2024-05-06',1.1428571428571428,8,1714957323004,'01:02:03.004','c','p8@x.org','{"i":8}',1795717370089,1795717370089,1795717369973,NULL),
(9,'uw3vx4et95zs0gct8lfesbcd','plain 9',9,'b9',0,9.9,'2024-05-06',1.2857142857142858,9,1714957323004,'01:02:03.004','a','p9@x.org','{"i":9}',1795717370349,1795717370349,1795717370269,NULL),
(10,'r29kbmqu9cmkdgegv9n2xftu','plain 10',10,'b10',1,11.0,'2024-05-06',1.4285714285714286,10,1714957323004,'01:02:03.004','b','p10@x.org','{"i":10}',1795717370517,1795717370517,1795717370497,NULL);
CREATE TABLE "profiles" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "nick" varchar(255), "url" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "profiles" VALUES
(1,'m5g664zi5e9cl3junc1w0nun','nick1','https://example.com/1',1795717355451,1795717355451,1795717355430,NULL),
(2,'sw49wl45ep0q8cj9v864004m','nick2','https://example.com/2',1795717355562,1795717355562,1795717355521,NULL),
(3,'ulxbs96owjxt7yff3rka6bkv','nick3','https://example.com/3',1795717355644,1795717355644,1795717355643,NULL);
CREATE TABLE "restaurants" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "description" TEXT, "stars" INTEGER, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "restaurants" VALUES
(1,'wbzmcywori0ak4aovcq4kvre','Rest 1','d1',1,1795717367199,1795717367199,1795717367177,'en'),
(2,'wbzmcywori0ak4aovcq4kvre','Resto 1',NULL,1,1795717367361,1795717367361,1795717367313,'fr'),
(3,'bv3g3jl536jb70t248mv7o9p','Rest 2','d2',2,1795717367514,1795717367514,1795717367482,'en'),
(4,'bv3g3jl536jb70t248mv7o9p','Resto 2',NULL,2,1795717367908,1795717367908,1795717367861,'fr'),
(5,'cdtohn9m1f4arssrnff6wm0q','Rest 3','d3',3,1795717368029,1795717368029,1795717368021,'en'),
(6,'wkn5jg6eiucp41kvczoayl8t','Rest 4','d4',4,1795717368128,1795717368128,1795717368108,'en');
CREATE TABLE "settings" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "site_name" varchar(255), "maintenance" boolean, "options" json, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "settings" VALUES
(1,'aj1nizngud40kx5zz2c4xff9','Peer',1,'{"a":[1]}',1795717367052,1795717367052,1795717367044,NULL);
CREATE TABLE "strictdocs_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "strictdocs_cmps" VALUES
(1,1,7,'shared.strict','comp',NULL),
(2,1,23,'shared.link','list',1.0),
(3,2,8,'shared.strict','comp',NULL),
(4,2,24,'shared.link','list',1.0);
CREATE TABLE "strictdocs" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "title" varchar(255), "uniq" varchar(255), "n" INTEGER, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "strictdocs" VALUES
(1,'vr9aoppmbq4asv31yp5k29z3','strict one','s1',1,1795717371980,1795717371980,NULL,NULL),
(2,'vr9aoppmbq4asv31yp5k29z3','strict one','s1',1,1795717371980,1795717371980,1795717372009,NULL),
(3,'krgwdqrhrbrfww4m4nvesbw6','dr',NULL,NULL,1795717372229,1795717372229,NULL,NULL);
CREATE TABLE "tags" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "tags" VALUES
(1,'sy8op6wosyr8gfxchlbyrryj','tag 1',1795717354777,1795717354777,1795717354775,NULL),
(2,'goiygnrnd6utqkyr2xn9wjss','tag 2',1795717355021,1795717355021,1795717355020,NULL),
(3,'qv96cq4vyf1uaipix0liylvr','tag 3',1795717355131,1795717355131,1795717355122,NULL),
(4,'a924g1t1r8pdz1e9i59gl97f','tag 4',1795717355246,1795717355246,1795717355245,NULL),
(5,'npdsyz74ea0nuas118crkd1u','tag 5',1795717355354,1795717355354,1795717355353,NULL);
CREATE TABLE "zoos" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "target_id" INTEGER, "target_type" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "zoos" VALUES
(1,'fchchtargiw642wg16w9gvds','zoo',4,'api::tag.tag',1795717419232,1795717419232,NULL,'en'),
(2,'fchchtargiw642wg16w9gvds','zoo',4,'api::tag.tag',1795717419232,1795717419232,1795717419350,'en'),
(3,'fchchtargiw642wg16w9gvds','zoo fr',NULL,NULL,1795717419597,1795717419597,NULL,'fr');
CREATE TABLE "strapi_api_tokens" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "name" varchar(255), "description" varchar(255), "kind" varchar(255), "type" varchar(255), "access_key" varchar(255), "encrypted_key" TEXT, "last_used_at" datetime, "expires_at" datetime, "lifespan" bigint, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "strapi_api_tokens" VALUES
(1,'s7qbpow6ci4xefmc7jqksgyi','Read Only','A default API token with read-only permissions, only used for accessing resources','content-api','read-only','69553a569c30cdd8b7a4adca9af4e9ea1da02867f6d694fcc05c7b41bdf271bb50281ded7e5d091e0ed487e10cec8ac41543b8bb02524368ec46c9798afb55d9','v1:059aab16c6338d7f450b1fe075609881:9fcaab218905e9ec3bd8e5ace5ae21b49e538f4cf84a2f37821fefe6bbc55cf2414bad585563ce9d1e2e2326712e15668185becb8cd20eabc86017f9eed07cbcafcbdd13fae0b63fc6651008607ee1eaa55dffd1c4c474c8a0ab88c2c17fd2969ea4e0ccb45632455921e4f23163b62df1773c3522c34431224cfe2e9514127a0ef7c7dd9cf889556caec0d45cc983ae0a64273dbd11f60a596b57bf04acec89b602f83f7cbea758dcc5fcb833fbbc6134cbbb73dc131c4574bbeb6b4af366f7410c72764a9272abe67f9e60373f253bdafbb7000b1f4ed2fc70c8b262a02f2568de24cd6e75fc13a8b74dd034328501958431715d627e76a8edb2b336ec641b:dc47688e2cb1a2db4f714f1e911fb7a6',NULL,NULL,NULL,1795717278981,1795717278981,1795717278982,NULL),
(2,'oowqmtr62jhx9elm9mwsiel6','Full Access','A default API token with full access permissions, used for accessing or modifying resources','content-api','full-access','678bdcbcff1aba521a30e9fceeedafd612a9899aadd0fc7db913a5f029e8f773e9e2a2928d95cda2b3961e8ddc4e539b63f5287506722af66687e023e6c4fc8c','v1:fc43d626e60e53dc8bb95201677a03ff:18879a76780eb4c1884190a3e11ddeb3a0690c90ba5c11c350fec923c91bc7237894f89e84f6bcaa19bb5778ef1cec4eabdc70865ac017ed402c97c234e6f43876506ef92db11cec0feeb45b54706d74f53a87edb229dfb6ed5473ff5c91c5f1838d4fc26dcf3263f7ca7fc6469ad27288b439cebd4e6bbd71f3babb06fbdd271b69706e3478fe550a43d12179ac00fd38ac8119f105f5341a5b4e905a2aa121793872e7ab78690ba56623a15cdc6220283f0489974acb05d66fce449d97ed2bcd256804dba32adcb3e699c1aea4b9e001ac8600db3e499e748c905a7d6390b6a42dceb922b4eb119b1e3b3aa1d458e3d53d0027b6b722f69385616da8621a2a:4e33f9208290fd52dfafad3d39512dc9',NULL,NULL,NULL,1795717279078,1795717279078,1795717279078,NULL),
(3,'abpqm1x0yydmd27gdegszndd','full','','content-api','full-access','117636f0fb7747cc1aee2328e5eba7de4caf3fef95d0dfaed4a212fb63e0231e5d0fc47ee3cdad74fe284ff90c659a930611d1e837c0f61c1e409b3919f1a477','v1:34821eea1cd0a960cdb8161a4f425dc5:e734a65bf84862ac87a0bc367573e237e91af3e05148601ca394cf567ca591e81b78434898c6942ec93379c51b17bc7725b2257e9317cc52c52b049b93faf29fdb0df21ca651354e1b32506a2bcfff55e8107e83b06ddfd0b3c9057af12f9750832dd334450b99a7ef9b907917c72930439f9d72154618f80b57d91feddb9a174caa407a877bec4d3e8c5c844d4dbcaba5da7b5d348330aeac1c5b539e99fa4ec00e14e59278c51b8ca4b1962165900f5d591d6f0786b234f17138d6017b009ca4cafef834aad776e417b128c5b6526b9bb6b2da314ae432bc38a4183670f83f93613b47704cd66e1f0ab46f57cd7f2643cf26780922cfdf56a94292eec10165:15b6a7e98229a75cfcb2073b6125441f',1795717334761,NULL,NULL,1795717298909,1795717418893,1795717298909,NULL),
(4,'s4nzzobxwgtfd7f5b2amdf29','readonly','','content-api','read-only','3dfca5ab8848515300e5929ea6432a3e46da171b6e6f2ecab853d6154916af6d34b7cbd7e31f3def8d04f38600730625e785da8d326c83c9d246ddb1e60c7d50','v1:af5a9dd79605dc8294179c46c5b6d9cd:765ee98758b4c0e5d9779d14f05c0a75dbd9bff6713c3e4c8dcdcd3deb6a39b89660a512136ca046365d76fa4fa11045c5fcf4f85595492910b2ea20e8fe45670737ef816db9707f77bfef4bf43ef469816fc4fb3b8eed6a5e6f740199c7519f06f11b67821096504a6bc33f30a5596fc9ac59c8427e17a7d493f054752f15e07db9e99298c4b6e4e5e7e8d40bbf7da629df7d18f968a100394bbdd0b818cc67979f33338ab79df24a0dd90fa01cd6c10a50ecb974646586e33a1fb36a15ef652c6b71102a3dc5c29d5030d0d59990032141bbcc02db1fc74c3fb08e9b545e0bb14a0a96a6eb69b4f89357aa844571851ba3e488310d920484b50626ff0b9274:073ec4921148fbd9a4548792901d082e',NULL,NULL,NULL,1795717299030,1795717418997,1795717299030,NULL),
(5,'wugtvdm8pa64u5efsgtz906h','custom','','content-api','custom','7a1b1322feae3e97d30caf8aa4684e331150781ae60297e658ee0a9d226bbbe69623b69539eb114ee5675f501790f92443c5960b06bacc7f63465b174aa54c2e','v1:78213ec0f056cc661850bd56580f768f:f42f8939586e7e833207a080febf256a190194b780439f9b84289c6f2d54eb345b94e5af8d632a1055b1e8806700a24b9265a25fa62277ba3fd09a5c771bf759a4d544dea3b7a7a97255cb8a0ef20134d9f49ad0f84216209369b3f5b044c09bed129147189e34a84ad0ec946c99f247e01cd79b9555f1a5159db618cdf98ccdcca6988858bed6430c40ba0e7f0f8ae1bc7acd03b2e6d9ce305ab116452890c56deb3bae013c38e1bbffe186ad5ef3404cedeff49d514e81dced0ff9c51f8d6216e6312e3fc55d33a5815b25f077b37639266cf8649b162cc1149e75c9bec85aebc0e03856764ace7cf8e479b060ccc527a7b5569dab649803b71fa431f910c7:0249024d859a55a8c37a8236ae0ff2ad',NULL,NULL,NULL,1795717299075,1795717419021,1795717299075,NULL),
(6,'vhbp7u3ag3nkxmip1wkclbrk','expired','','content-api','full-access','0673323a3151e7af6469b7b64084cb4bdf2c882ff18248b07595306ef7416e734639aac28d154bff0a4dd4172730be7ee4190bbc14d475759effbe56af8763a4','v1:56bd5b509566bd78577fb3c97a813d1f:f377244f183254a9bb8ffaf975836f9d4acfdab371b28c8e699ce45948da015e93efa99503dad032139a0aa1a6a3979bad28106d4b0680929eea9f14f21f8bfe22422c6ecc6cb7ae2ce24df46485fee473bdba437ed3a8273d630145006ac7a8f6a6517648d6214a0367446ac03d4008eca5df665d4ee105ae1b766c332c779d1b9198efa0b42ef80e321e37beb384ce6f1c306cb621c0aa497422ae9bdd6069c3b1b2db79f2fac33f22aa20f96c21fe38b868a263505a080bd7fdea5632572fea6c763a98d1459204e012a5e8647eca4170bb9c552d28e41e9a565357d602a4f7aac0aae6b1a667c3dd0d5bc4efa2f6e879f5bb189bcea0be90f19c8c8a4894:615690a1da4560330364ad12a903a074',NULL,1795717359042,604800000,1795717299234,1795717419053,1795717299234,NULL);
CREATE TABLE "strapi_api_token_permissions" ("id" INTEGER PRIMARY KEY, "document_id" varchar(255), "action" varchar(255), "created_at" datetime, "updated_at" datetime, "published_at" datetime, "locale" varchar(255));
INSERT INTO "strapi_api_token_permissions" VALUES
(1,'hu10ihr5y9j8xbh338db65wh','api::category.category.find',1795717299095,1795717299095,1795717299096,NULL),
(2,'kwnp0kdcj8m837hf9btyqezd','api::category.category.findOne',1795717299095,1795717299095,1795717299096,NULL),
(3,'cyifgc8h9tbfow9nmjpsszy6','api::category.category.create',1795717299095,1795717299095,1795717299096,NULL),
(4,'mi5u8jlt4d6frgrr8rzw8mef','api::article.article.find',1795717299095,1795717299095,1795717299096,NULL);
CREATE TABLE "components_shared_seos_cmps" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "cmp_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "components_shared_seos_cmps" VALUES
(1,1,1,'shared.meta','metas',1.0),
(2,1,2,'shared.meta','metas',2.0),
(5,3,5,'shared.meta','metas',1.0),
(6,3,6,'shared.meta','metas',2.0),
(7,4,7,'shared.meta','metas',1.0),
(8,4,8,'shared.meta','metas',2.0),
(9,5,9,'shared.meta','metas',1.0),
(10,5,10,'shared.meta','metas',2.0),
(11,6,11,'shared.meta','metas',1.0),
(12,6,12,'shared.meta','metas',2.0),
(13,7,13,'shared.meta','metas',1.0),
(14,7,14,'shared.meta','metas',2.0),
(15,8,15,'shared.meta','metas',1.0),
(16,8,16,'shared.meta','metas',2.0),
(17,9,17,'shared.meta','metas',1.0),
(18,9,18,'shared.meta','metas',2.0),
(19,10,19,'shared.meta','metas',1.0),
(20,10,20,'shared.meta','metas',2.0),
(21,11,21,'shared.meta','metas',1.0),
(22,12,22,'shared.meta','metas',1.0),
(23,13,23,'shared.meta','metas',1.0),
(24,13,24,'shared.meta','metas',2.0);
CREATE TABLE "files_related_mph" ("id" INTEGER PRIMARY KEY, "file_id" INTEGER, "related_id" INTEGER, "related_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "files_related_mph" VALUES
(1,2,1,'shared.seo','image',1.0),
(2,2,1,'shared.slider','files',1.0),
(3,1,1,'shared.slider','files',2.0),
(4,1,1,'api::article.article','cover',1.0),
(5,2,1,'api::article.article','gallery',1.0),
(6,1,1,'api::article.article','gallery',2.0),
(13,2,3,'shared.seo','image',1.0),
(14,2,3,'shared.slider','files',1.0),
(15,1,3,'shared.slider','files',2.0),
(16,1,3,'api::article.article','cover',1.0),
(17,2,4,'shared.seo','image',1.0),
(18,2,4,'shared.slider','files',1.0),
(19,1,4,'shared.slider','files',2.0),
(21,2,5,'shared.seo','image',1.0),
(22,2,5,'shared.slider','files',1.0),
(23,1,5,'shared.slider','files',2.0),
(27,2,6,'shared.seo','image',1.0),
(28,2,6,'shared.slider','files',1.0),
(29,1,6,'shared.slider','files',2.0),
(30,1,6,'api::article.article','cover',1.0),
(31,2,6,'api::article.article','gallery',1.0),
(32,1,6,'api::article.article','gallery',2.0),
(33,2,7,'shared.seo','image',1.0),
(36,1,7,'api::article.article','cover',1.0),
(37,2,8,'shared.seo','image',1.0),
(38,2,8,'shared.slider','files',1.0),
(39,1,8,'shared.slider','files',2.0),
(40,1,8,'api::article.article','cover',1.0),
(41,2,9,'shared.seo','image',1.0),
(42,2,9,'shared.slider','files',1.0),
(43,1,9,'shared.slider','files',2.0),
(44,1,9,'api::article.article','cover',1.0),
(45,2,9,'api::article.article','gallery',1.0),
(46,1,9,'api::article.article','gallery',2.0),
(47,2,10,'shared.seo','image',1.0),
(48,2,10,'shared.slider','files',1.0),
(49,1,10,'shared.slider','files',2.0),
(50,1,10,'api::article.article','cover',1.0),
(51,1,11,'api::article.article','cover',1.0),
(52,2,11,'api::article.article','gallery',1.0),
(53,1,11,'api::article.article','gallery',2.0),
(60,1,13,'api::article.article','cover',1.0),
(61,1,14,'api::article.article','cover',1.0),
(62,1,4,'api::article.article','cover',1.0),
(63,1,15,'api::article.article','cover',1.0),
(64,2,15,'api::article.article','gallery',1.0),
(65,1,15,'api::article.article','gallery',2.0),
(66,1,5,'api::article.article','cover',1.0),
(67,2,5,'api::article.article','gallery',1.0),
(68,1,5,'api::article.article','gallery',2.0),
(69,2,13,'shared.seo','image',1.0),
(70,2,11,'shared.slider','files',1.0),
(71,1,11,'shared.slider','files',2.0),
(72,1,16,'api::article.article','cover',1.0),
(73,2,16,'api::article.article','gallery',1.0),
(74,1,16,'api::article.article','gallery',2.0),
(75,1,12,'api::article.article','cover',1.0),
(76,2,12,'api::article.article','gallery',1.0),
(77,1,12,'api::article.article','gallery',2.0),
(78,1,1,'api::check.check','imgs',1.0),
(79,2,1,'api::check.check','imgs',2.0),
(80,1,2,'api::check.check','imgs',1.0),
(81,2,2,'api::check.check','imgs',2.0),
(82,1,1,'api::strictdoc.strictdoc','cover',1.0),
(83,1,2,'api::strictdoc.strictdoc','cover',1.0);
CREATE TABLE "files_folder_lnk" ("id" INTEGER PRIMARY KEY, "file_id" INTEGER, "folder_id" INTEGER, "file_ord" float);
INSERT INTO "files_folder_lnk" VALUES
(1,1,1,1.0),
(2,2,1,2.0),
(3,3,1,3.0);
CREATE TABLE "upload_folders_parent_lnk" ("id" INTEGER PRIMARY KEY, "folder_id" INTEGER, "inv_folder_id" INTEGER, "folder_ord" float);
CREATE TABLE "up_permissions_role_lnk" ("id" INTEGER PRIMARY KEY, "permission_id" INTEGER, "role_id" INTEGER, "permission_ord" float);
INSERT INTO "up_permissions_role_lnk" VALUES
(1,1,1,1.0),
(2,2,1,2.0),
(3,3,1,3.0),
(4,4,1,4.0),
(5,5,1,5.0),
(6,6,2,1.0),
(7,7,2,2.0),
(8,8,2,3.0),
(9,9,2,4.0),
(10,10,2,5.0),
(11,11,2,6.0),
(12,12,2,7.0),
(13,13,2,8.0),
(14,14,2,9.0),
(15,15,2,10.0),
(16,16,2,11.0),
(17,17,2,12.0),
(18,18,2,13.0),
(19,19,2,14.0),
(20,20,2,15.0),
(21,21,2,16.0),
(22,22,2,17.0),
(23,23,2,18.0),
(24,24,2,19.0),
(25,25,2,20.0),
(26,26,2,21.0),
(27,27,2,22.0),
(28,28,2,23.0),
(29,29,2,24.0),
(30,30,2,25.0),
(31,31,2,26.0),
(32,32,2,27.0),
(33,33,2,28.0),
(34,34,2,29.0),
(35,35,2,30.0),
(36,36,2,31.0),
(37,37,2,32.0),
(38,38,2,33.0),
(39,39,2,34.0),
(40,40,2,35.0),
(41,41,2,36.0),
(42,42,2,37.0),
(43,43,2,38.0),
(44,44,2,39.0),
(45,45,2,40.0),
(46,46,2,41.0),
(47,47,2,42.0),
(48,48,2,43.0),
(49,49,2,44.0),
(50,50,2,45.0),
(51,51,2,46.0),
(52,52,2,47.0),
(53,53,2,48.0),
(54,54,2,49.0),
(55,55,2,50.0),
(56,56,2,51.0),
(57,57,2,52.0),
(58,58,2,53.0),
(59,59,2,54.0),
(60,60,2,55.0),
(61,61,2,56.0),
(62,62,2,57.0),
(63,63,2,58.0),
(64,64,2,59.0),
(65,65,2,60.0),
(66,66,2,61.0),
(67,67,2,62.0),
(68,68,2,63.0),
(69,69,2,64.0),
(70,70,2,65.0),
(71,71,2,66.0),
(72,72,2,67.0),
(73,73,2,68.0),
(74,74,2,69.0),
(75,75,2,70.0),
(76,76,2,71.0),
(77,77,2,72.0),
(78,78,2,73.0),
(79,79,2,74.0),
(80,80,2,75.0),
(81,81,2,76.0),
(82,82,2,77.0),
(83,83,2,78.0),
(84,84,2,79.0),
(85,85,2,80.0),
(86,86,2,81.0),
(87,87,2,82.0),
(88,88,2,83.0),
(89,89,2,84.0),
(90,90,1,6.0),
(91,91,1,7.0),
(92,92,1,8.0),
(93,93,1,9.0),
(94,94,1,10.0),
(95,95,1,11.0),
(96,96,1,12.0),
(97,97,1,13.0),
(98,98,1,14.0),
(99,99,1,15.0),
(100,100,1,16.0),
(101,101,1,17.0),
(102,102,1,18.0),
(103,103,1,19.0),
(104,104,1,20.0),
(105,105,1,21.0),
(106,106,1,22.0),
(107,107,1,23.0),
(108,108,1,24.0),
(109,109,1,25.0),
(110,110,1,26.0),
(111,111,1,27.0),
(112,112,1,28.0),
(113,113,1,29.0),
(114,114,1,30.0),
(115,115,1,31.0),
(116,116,1,32.0),
(117,117,1,33.0),
(118,118,1,34.0),
(119,119,1,35.0),
(120,120,1,36.0),
(121,121,1,37.0),
(122,122,1,38.0),
(123,123,1,39.0),
(124,124,1,40.0),
(125,125,1,41.0),
(126,126,1,42.0),
(127,127,1,43.0),
(128,128,1,44.0),
(129,129,1,45.0),
(130,130,1,46.0),
(131,131,1,47.0),
(132,132,1,48.0),
(133,133,1,49.0),
(134,134,1,50.0),
(135,135,1,51.0),
(136,136,1,52.0),
(137,137,1,53.0),
(138,138,1,54.0),
(139,139,1,55.0),
(140,140,1,56.0),
(141,141,1,57.0),
(142,142,1,58.0),
(143,143,1,59.0),
(144,144,1,60.0),
(145,145,1,61.0),
(146,146,1,62.0),
(147,147,1,63.0),
(148,148,1,64.0),
(149,149,1,65.0),
(150,150,1,66.0),
(151,151,1,67.0),
(152,152,1,68.0),
(153,153,1,69.0),
(154,154,1,70.0),
(155,155,1,71.0),
(156,156,1,72.0),
(157,157,1,73.0),
(158,158,1,74.0),
(159,159,1,75.0),
(160,160,1,76.0),
(161,161,1,77.0),
(162,162,1,78.0),
(163,163,1,79.0),
(164,164,1,80.0),
(165,165,1,81.0),
(166,166,1,82.0),
(167,167,1,83.0),
(168,168,1,84.0),
(169,169,1,85.0),
(170,170,1,86.0),
(171,171,1,87.0),
(172,172,1,88.0),
(173,173,1,89.0),
(174,174,1,90.0),
(175,175,1,91.0),
(176,176,1,92.0),
(177,177,1,93.0),
(178,178,3,1.0),
(179,179,3,2.0);
CREATE TABLE "up_users_role_lnk" ("id" INTEGER PRIMARY KEY, "user_id" INTEGER, "role_id" INTEGER, "user_ord" float);
INSERT INTO "up_users_role_lnk" VALUES
(1,1,1,1.0),
(2,2,1,2.0),
(3,3,3,1.0),
(4,4,1,3.0),
(5,5,1,4.0);
CREATE TABLE "articles_category_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "category_id" INTEGER, "article_ord" float);
INSERT INTO "articles_category_lnk" VALUES
(1,1,3,1.0),
(3,3,4,1.0),
(4,4,4,1.0),
(5,5,2,1.0),
(6,6,2,1.0),
(7,7,3,2.0),
(8,8,3,2.0),
(9,9,4,2.0),
(10,10,2,2.0),
(11,11,4,3.0),
(12,12,4,3.0),
(13,16,3,1.0);
CREATE TABLE "articles_tags_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER, "tag_ord" float, "article_ord" float);
INSERT INTO "articles_tags_lnk" VALUES
(1,1,2,1.0,1.0),
(2,1,4,2.0,1.0),
(3,1,1,3.0,1.0),
(7,3,3,1.0,1.0),
(8,3,5,2.0,1.0),
(9,3,1,3.0,2.0),
(10,4,3,1.0,1.0),
(11,4,5,2.0,2.0),
(12,4,1,3.0,2.0),
(13,5,4,1.0,2.0),
(14,5,1,2.0,3.0),
(15,6,4,1.0,2.0),
(16,6,1,2.0,3.0),
(19,7,1,1.0,4.0),
(20,8,5,1.0,3.0),
(21,8,2,2.0,3.0),
(22,8,1,3.0,4.0),
(23,9,1,1.0,5.0),
(24,9,3,2.0,2.0),
(25,10,2,1.0,4.0),
(26,10,4,2.0,3.0),
(27,10,1,3.0,6.0),
(28,11,5,1.0,4.0),
(29,11,4,2.0,4.0),
(30,12,5,1.0,5.0),
(31,12,4,2.0,4.0),
(33,16,2,1.0,2.0),
(34,16,4,2.0,1.0),
(35,16,1,3.0,1.0);
CREATE TABLE "articles_author_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "author_id" INTEGER, "article_ord" float);
INSERT INTO "articles_author_lnk" VALUES
(1,1,3,1.0),
(3,3,5,1.0),
(4,4,6,1.0),
(5,5,1,1.0),
(6,6,2,1.0),
(7,7,3,2.0),
(8,8,4,2.0),
(9,9,5,2.0),
(10,10,1,2.0),
(11,11,1,3.0),
(12,12,2,3.0),
(13,16,4,1.0);
CREATE TABLE "articles_related_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "inv_article_id" INTEGER, "article_ord" float);
INSERT INTO "articles_related_lnk" VALUES
(1,3,1,1.0),
(2,4,16,1.0),
(3,5,3,1.0),
(4,5,1,2.0),
(5,6,4,1.0),
(6,6,16,2.0),
(7,7,5,1.0),
(8,7,3,2.0),
(9,8,6,1.0),
(10,8,4,2.0),
(11,9,7,1.0),
(12,9,5,2.0),
(13,10,9,1.0),
(14,10,7,2.0),
(15,1,7,1.0),
(16,16,8,1.0);
CREATE TABLE "articles_owner_lnk" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "user_id" INTEGER);
INSERT INTO "articles_owner_lnk" VALUES
(1,1,2),
(3,3,1),
(4,4,1),
(5,5,2),
(6,6,2),
(7,7,1),
(8,8,1),
(9,9,2),
(10,10,1),
(11,16,2);
CREATE TABLE "authors_profile_lnk" ("id" INTEGER PRIMARY KEY, "author_id" INTEGER, "profile_id" INTEGER);
INSERT INTO "authors_profile_lnk" VALUES
(1,1,1),
(2,2,1),
(3,3,2),
(4,4,2),
(5,5,3),
(6,6,3);
CREATE TABLE "categories_parent_lnk" ("id" INTEGER PRIMARY KEY, "category_id" INTEGER, "inv_category_id" INTEGER, "category_ord" float);
INSERT INTO "categories_parent_lnk" VALUES
(1,2,1,1.0),
(2,3,1,2.0),
(3,4,1,3.0);
CREATE TABLE "hiddens_cat_lnk" ("id" INTEGER PRIMARY KEY, "hidden_id" INTEGER, "category_id" INTEGER);
INSERT INTO "hiddens_cat_lnk" VALUES
(1,1,2);
CREATE TABLE "homepages_featured_lnk" ("id" INTEGER PRIMARY KEY, "homepage_id" INTEGER, "article_id" INTEGER, "article_ord" float);
INSERT INTO "homepages_featured_lnk" VALUES
(1,1,3,1.0),
(2,1,1,2.0),
(3,2,4,1.0),
(4,2,16,2.0);
CREATE TABLE "peeks_hid_lnk" ("id" INTEGER PRIMARY KEY, "peek_id" INTEGER, "hidden_id" INTEGER);
INSERT INTO "peeks_hid_lnk" VALUES
(1,1,1);
CREATE TABLE "peeks_hids_lnk" ("id" INTEGER PRIMARY KEY, "peek_id" INTEGER, "hidden_id" INTEGER, "hidden_ord" float);
INSERT INTO "peeks_hids_lnk" VALUES
(1,1,1,1.0);
CREATE TABLE "plains_group_lnk" ("id" INTEGER PRIMARY KEY, "plain_id" INTEGER, "group_id" INTEGER, "plain_ord" float);
INSERT INTO "plains_group_lnk" VALUES
(1,1,2,1.0),
(2,2,1,1.0),
(3,3,2,2.0),
(4,4,1,2.0),
(5,5,2,3.0),
(6,6,1,3.0),
(7,7,2,4.0),
(8,8,1,4.0),
(9,9,2,5.0),
(10,10,1,5.0);
CREATE TABLE "plains_labels_lnk" ("id" INTEGER PRIMARY KEY, "plain_id" INTEGER, "label_id" INTEGER, "label_ord" float, "plain_ord" float);
INSERT INTO "plains_labels_lnk" VALUES
(1,1,2,1.0,1.0),
(2,1,3,2.0,1.0),
(3,2,3,1.0,2.0),
(4,2,1,2.0,1.0),
(5,3,1,1.0,2.0),
(6,3,2,2.0,2.0),
(7,4,2,1.0,3.0),
(8,4,3,2.0,3.0),
(9,5,3,1.0,4.0),
(10,5,1,2.0,3.0),
(11,6,1,1.0,4.0),
(12,6,2,2.0,4.0),
(13,7,2,1.0,5.0),
(14,7,3,2.0,5.0),
(15,8,3,1.0,6.0),
(16,8,1,2.0,5.0),
(17,9,1,1.0,6.0),
(18,9,2,2.0,6.0),
(19,10,2,1.0,7.0),
(20,10,3,2.0,7.0);
CREATE TABLE "restaurants_categories_lnk" ("id" INTEGER PRIMARY KEY, "restaurant_id" INTEGER, "category_id" INTEGER, "category_ord" float);
INSERT INTO "restaurants_categories_lnk" VALUES
(1,1,3,1.0),
(2,1,2,2.0),
(3,3,3,1.0),
(4,3,2,2.0),
(5,5,3,1.0),
(6,5,2,2.0),
(7,6,3,1.0),
(8,6,2,2.0);
CREATE TABLE "strictdocs_cat_lnk" ("id" INTEGER PRIMARY KEY, "strictdoc_id" INTEGER, "category_id" INTEGER);
INSERT INTO "strictdocs_cat_lnk" VALUES
(1,1,2),
(2,2,2);
CREATE TABLE "zoos_one_one_lnk" ("id" INTEGER PRIMARY KEY, "zoo_id" INTEGER, "tag_id" INTEGER);
INSERT INTO "zoos_one_one_lnk" VALUES
(1,1,1),
(2,2,1);
CREATE TABLE "zoos_one_many_lnk" ("id" INTEGER PRIMARY KEY, "zoo_id" INTEGER, "tag_id" INTEGER, "tag_ord" float);
INSERT INTO "zoos_one_many_lnk" VALUES
(1,1,3,1.0),
(2,1,2,2.0),
(3,2,3,1.0),
(4,2,2,2.0);
CREATE TABLE "zoos_many_one_lnk" ("id" INTEGER PRIMARY KEY, "zoo_id" INTEGER, "restaurant_id" INTEGER);
INSERT INTO "zoos_many_one_lnk" VALUES
(1,1,1),
(2,2,1),
(3,3,4);
CREATE TABLE "zoos_many_many_lnk" ("id" INTEGER PRIMARY KEY, "zoo_id" INTEGER, "restaurant_id" INTEGER, "restaurant_ord" float);
INSERT INTO "zoos_many_many_lnk" VALUES
(1,1,3,1.0),
(2,1,1,2.0),
(3,2,3,1.0),
(4,2,1,2.0);
CREATE TABLE "zoos_morph_many_mph" ("id" INTEGER PRIMARY KEY, "zoo_id" INTEGER, "morph_many_id" INTEGER, "morph_many_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "zoos_morph_many_mph" VALUES
(1,1,2,'api::category.category',NULL,1.0),
(2,1,1,'api::tag.tag',NULL,2.0),
(3,2,2,'api::category.category',NULL,1.0),
(4,2,1,'api::tag.tag',NULL,2.0);
CREATE TABLE "zoos_drafts_lnk" ("id" INTEGER PRIMARY KEY, "zoo_id" INTEGER, "author_id" INTEGER, "author_ord" float);
INSERT INTO "zoos_drafts_lnk" VALUES
(1,1,7,1.0),
(2,1,1,2.0),
(3,2,2,1.0);
CREATE TABLE "strapi_api_token_permissions_token_lnk" ("id" INTEGER PRIMARY KEY, "api_token_permission_id" INTEGER, "api_token_id" INTEGER, "api_token_permission_ord" float);
INSERT INTO "strapi_api_token_permissions_token_lnk" VALUES
(1,1,5,1.0),
(2,2,5,2.0),
(3,3,5,3.0),
(4,4,5,4.0);
CREATE TABLE "components_shared_refs_target_lnk" ("id" INTEGER PRIMARY KEY, "ref_id" INTEGER, "tag_id" INTEGER);
INSERT INTO "components_shared_refs_target_lnk" VALUES
(1,1,2),
(3,3,2),
(4,4,2),
(5,5,2),
(6,6,2),
(8,8,2),
(9,9,2),
(10,10,2),
(11,11,2);
CREATE TABLE "components_shared_refs_authors_lnk" ("id" INTEGER PRIMARY KEY, "ref_id" INTEGER, "author_id" INTEGER, "author_ord" float);
INSERT INTO "components_shared_refs_authors_lnk" VALUES
(1,1,5,1.0),
(2,1,1,2.0),
(5,3,5,1.0),
(6,3,1,2.0),
(7,4,6,1.0),
(8,4,2,2.0),
(9,5,5,1.0),
(10,5,1,2.0),
(11,6,6,1.0),
(12,6,2,2.0),
(15,8,6,1.0),
(16,8,2,2.0),
(17,9,5,1.0),
(18,9,1,2.0),
(19,10,5,1.0),
(20,10,1,2.0),
(21,11,6,1.0),
(22,11,2,2.0);

-- The products that were imported from another shop, so that a second import changes them and creates none twice.
create table imported_products (
  source text not null check (source in ('shopify', 'woocommerce')),
  -- The handle at Shopify, the ID or SKU at WooCommerce.
  external_id text not null,
  -- Without a reference: removing the demo deletes products.
  product_id text not null,
  primary key (source, external_id)
);

/** What the screen says about each shop that people come from. */
import type { ImportSource } from '#shared/platform/import-sources.ts'

type Texts = { name: string; about: string; products: string; customers: string; pictures: string }

export const SHOPS: Record<ImportSource, Texts> = {
  shopify: {
    name: 'Shopify',
    about: 'The CSV files that Shopify exports',
    products:
      'In Shopify, open Products and choose Export, all products, plain CSV file. Shopify downloads the file or sends it to you by email.',
    customers:
      'In Shopify, open Customers and choose Export, all customers, plain CSV file. The link in the email works for some days.',
    pictures:
      'The first two pictures of each product are fetched from Shopify in the background while your shop there is still open.',
  },
  woocommerce: {
    name: 'WooCommerce',
    about: 'The CSV files of WooCommerce and its export plugins',
    products:
      'In WordPress, open Products and choose Export above the list. Leave all columns and all categories selected, and choose Generate CSV.',
    customers:
      'Export users with a plugin such as “Import Export WordPress Users and WooCommerce Customers”, with all columns. WooCommerce’s own report (Analytics, Customers, Download) works too, but has no streets.',
    pictures:
      'The first two pictures of each product are fetched from WordPress in the background while your site is still online.',
  },
  own: {
    name: 'Another shop',
    about: 'A CSV file that you make, or an export of this shop',
    products:
      'Export the products below for a file with all columns, and fill it in a spreadsheet. Each row is a size of a product; rows with the same name are one product.',
    customers:
      'The columns are Name, Email, Newsletter, Recipient, Address, Address 2, City, State, ZIP, Country and Phone; only Name and Email are required. Each row is an address; rows with the same email are one customer.',
    pictures:
      'Name each picture after the SKU of its product, such as KOKE-340.jpg, and choose all files here. You can also add them in the form of each product.',
  },
}

/** The columns of a file of price lists. */
import type { Columns } from '../file-head.ts'

export type Key =
  | 'list'
  | 'sku'
  | 'product'
  | 'size'
  | 'price'
  | 'from'
  | 'until'
  | 'pack'
  | 'percentOff'
  | 'floor'
  | 'breaks'

export const PRICE_LIST_COLUMNS: Columns<Key> = {
  list: {
    name: 'Price list',
    also: ['list', 'listname', 'pricelistname', 'pricelevel', 'pricebook', 'customergroup', 'tier'],
    sample: ['Cafés', 'Cafés', 'Offices'],
  },
  sku: {
    name: 'SKU',
    also: ['itemnumber', 'itemcode', 'itemno', 'variantsku', 'productcode'],
    sample: ['', '', ''],
  },
  product: {
    name: 'Product',
    also: ['item', 'itemname', 'productname', 'coffee', 'title', 'productservice', 'name'],
    sample: ['House Blend', 'House Blend', ''],
  },
  size: {
    name: 'Size',
    also: ['variant', 'variation', 'weight', 'unit', 'option'],
    sample: ['5 lb', '12 oz', ''],
  },
  price: {
    name: 'Price',
    also: ['wholesaleprice', 'unitprice', 'rate', 'salesprice', 'listprice', 'customprice', 'priceperunit'],
    sample: ['$52.00', '9.75', ''],
  },
  from: {
    name: 'From',
    also: ['validfrom', 'startdate', 'start', 'starts', 'effective', 'effectivedate', 'fromdate'],
    sample: ['2027-01-01', '', ''],
  },
  until: {
    name: 'Until',
    also: ['validuntil', 'validto', 'to', 'enddate', 'end', 'ends', 'through', 'expires', 'untildate'],
    sample: ['2027-06-30', '', ''],
  },
  pack: {
    name: 'Pack',
    also: ['case', 'casesize', 'packsize', 'piecespercase', 'unitspercase', 'casepack'],
    sample: ['', '', ''],
  },
  percentOff: {
    name: 'Percent off',
    also: ['percentoff', 'discount', 'discountpercent', 'percentofftheshop'],
    sample: ['25%', '', '15%'],
  },
  floor: {
    name: 'Never below, per pound',
    also: ['floor', 'floorprice', 'minimumprice', 'neverbelow', 'minimumperpound'],
    sample: ['$9.00', '', ''],
  },
  breaks: {
    name: 'Breaks',
    also: ['pricebreaks', 'quantitybreaks', 'volumebreaks', 'volumediscounts'],
    sample: ['5% from 20 lb; 10% from 50 lb', '', ''],
  },
}

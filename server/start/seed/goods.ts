/** The products of the demo shop, except the coffees, which are in imagery/catalogue.json. */

type Good = {
  name: string
  price: number
  /** With packing. */
  shippingGrams: number
  category: 'Goods' | 'Art Show'
  /** Of prints, the artist. */
  brand: string
  material: string
  image: string
  secondImage: string
  stock: number
  description: string
}

export const GOODS: Good[] = [
  {
    name: 'FRAME Mug, Cream',
    price: 22,
    shippingGrams: 520,
    category: 'Goods',
    brand: 'Frame Roasters',
    material: 'Stoneware, hand-dipped glaze',
    image: 'goods_mug',
    secondImage: 'gallery_15',
    stock: 36,
    description:
      'The mug from the bar: stoneware, 300 ml, a rim thin enough for good coffee and a handle wide enough for three fingers. Each one is dipped by hand, so the glaze line is never quite the same. Dishwasher and microwave are fine.',
  },
  {
    name: 'Speckled Tumblers, Set of Three',
    price: 48,
    shippingGrams: 940,
    category: 'Goods',
    brand: 'Frame Roasters',
    material: 'Stoneware, speckled glaze',
    image: 'goods_tumblers',
    secondImage: 'gallery_10',
    stock: 14,
    description:
      'Three handleless cups in speckled cream, terracotta and sage, 180 ml each. They stack, they keep a flat white at the right warmth, and they make a cortado look as if somebody had thought about it.',
  },
  {
    name: 'Espresso Cup and Saucer, Charcoal',
    price: 18,
    shippingGrams: 430,
    category: 'Goods',
    brand: 'Frame Roasters',
    material: 'Stoneware, matt outside, clear glaze inside',
    image: 'goods_espresso',
    secondImage: 'gallery_07',
    stock: 22,
    description:
      'Thick walls, a round bottom and 80 ml: all an espresso asks for. Matt charcoal outside, clear glaze inside, so that you can see the crema for what it is.',
  },
  {
    name: 'Hourglass Brewer',
    price: 54,
    shippingGrams: 980,
    category: 'Goods',
    brand: 'Frame Roasters',
    material: 'Glass, walnut collar',
    image: 'goods_brewer',
    secondImage: 'gallery_21',
    stock: 9,
    description:
      'A glass brewer with a walnut collar for up to 700 ml of clean, bright filter coffee. Comes with forty paper filters and our recipe card: 36 g, 600 ml, four minutes.',
  },
  {
    name: 'Gooseneck Kettle',
    price: 79,
    shippingGrams: 1350,
    category: 'Goods',
    brand: 'Frame Roasters',
    material: 'Steel, oak handle',
    image: 'goods_kettle',
    secondImage: 'gallery_04',
    stock: 6,
    description:
      'A stovetop kettle with a spout that pours where you look. 0.9 litres, matt black, with an oak handle that stays cool. Works on gas, electric and induction.',
  },
  {
    name: 'The First Frame: Starter Bundle',
    price: 88,
    shippingGrams: 1720,
    category: 'Goods',
    brand: 'Frame Roasters',
    material: 'Glass, walnut and stoneware',
    image: 'goods_bundle',
    secondImage: 'about_pourover',
    stock: 8,
    description:
      'For somebody who is about to begin: a bag of Ethiopia Guji Highlands, the hourglass brewer with its filters, and one speckled tumbler, packed together with a handwritten recipe.',
  },
  {
    name: 'Print: Red Sun over Hills',
    price: 65,
    shippingGrams: 680,
    category: 'Art Show',
    brand: 'Ilse Maren Thorvald',
    material: 'Cotton paper, black ash frame',
    image: 'goods_print_hills',
    secondImage: 'gallery_08',
    stock: 5,
    description:
      'The picture from the Guji bag, printed on cotton paper and framed in black ash, 30 by 40 cm. Signed and numbered, in an edition of fifty. Half of the price goes to the artist.',
  },
  {
    name: 'Print: Nested Arches',
    price: 65,
    shippingGrams: 680,
    category: 'Art Show',
    brand: 'Odile Marrable',
    material: 'Cotton paper, oak frame',
    image: 'goods_print_arches',
    secondImage: 'home_gallery_wall',
    stock: 4,
    description:
      'Rust and rose arches from the Huila bag, 30 by 40 cm, on cotton paper in an oak frame. Signed and numbered, in an edition of fifty. Half of the price goes to the artist.',
  },
  {
    name: 'Print: Five Stones',
    price: 65,
    shippingGrams: 680,
    category: 'Art Show',
    brand: 'Odile Marrable',
    material: 'Cotton paper, walnut frame',
    image: 'goods_print_stones',
    secondImage: 'home_shelves',
    stock: 5,
    description:
      'Five balanced stones from the Huehuetenango bag, 30 by 40 cm, on cotton paper in a walnut frame. Signed and numbered, in an edition of fifty. Half of the price goes to the artist.',
  },
  {
    name: 'Print: Window at Night',
    price: 65,
    shippingGrams: 680,
    category: 'Art Show',
    brand: 'Odile Marrable',
    material: 'Cotton paper, oak frame',
    image: 'goods_print_night',
    secondImage: 'gallery_11',
    stock: 1,
    description:
      'The moonlit window of our decaf, 30 by 40 cm, on cotton paper in an oak frame. The last of its edition of fifty, signed and numbered. Half of the price goes to the artist.',
  },
]

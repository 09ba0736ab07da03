-- The weight of goods for the parcel (shared/parcel.ts). Coffee has its net weight; works of art have their own.
-- Null until the owner enters it: the shop then assumes a weight, and says so.
alter table product_sizes add column shipping_grams integer check (shipping_grams > 0);

-- The tax rate of an order, in thousandths of a percent, as it was when the order was placed. Before, it was 1% in
-- Virginia. The default is for orders that an earlier release places during an update.
alter table orders add column tax_thousandths integer not null default 1000;
update orders set tax_thousandths = 0 where ship_state <> 'VA';

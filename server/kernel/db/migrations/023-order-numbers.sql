-- The number that people use for an order: `4GX-7QM`, six of the 20 characters 23456789CFGHJMPQRVWX
-- (shared/order-number.ts). The opaque id stays the key.
-- Null in orders that the previous release places during an update, until a job assigns one (server/orders/assign-numbers.ts).
alter table orders add column number text;

create table numbers_to_assign (
  order_id text primary key,
  number integer not null
);

-- Existing orders: the 20^6 numbers are divided into as many equal ranges as there are orders, and each order gets a
-- number in a range of its own. So no number is used twice. The range, and the place in it, depend on the random part of
-- the order's id (characters 13 to 22), so that the number does not show how many orders came before it.
insert into numbers_to_assign (order_id, number)
with digits (digit, weight) as (
  values ('0', 0), ('1', 1), ('2', 2), ('3', 3), ('4', 4), ('5', 5), ('6', 6), ('7', 7), ('8', 8), ('9', 9),
    ('a', 10), ('b', 11), ('c', 12), ('d', 13), ('e', 14), ('f', 15), ('g', 16), ('h', 17), ('j', 18), ('k', 19),
    ('m', 20), ('n', 21), ('p', 22), ('q', 23), ('r', 24), ('s', 25), ('t', 26), ('v', 27), ('w', 28), ('x', 29),
    ('y', 30), ('z', 31)
), ranked (id, position, width) as (
  select id,
    row_number() over (order by substr(id, 13, 5), created_at, id) - 1,
    64000000 / (select count(*) from orders)
  from orders
)
select ranked.id,
  position * width
    + (coalesce(a.weight, 0) + 32 * (coalesce(b.weight, 0) + 32 * (coalesce(c.weight, 0)
      + 32 * (coalesce(d.weight, 0) + 32 * coalesce(e.weight, 0))))) % width
from ranked
  left join digits a on a.digit = substr(ranked.id, 18, 1)
  left join digits b on b.digit = substr(ranked.id, 19, 1)
  left join digits c on c.digit = substr(ranked.id, 20, 1)
  left join digits d on d.digit = substr(ranked.id, 21, 1)
  left join digits e on e.digit = substr(ranked.id, 22, 1);

update orders set number = (
  select substr('23456789CFGHJMPQRVWX', n.number / 3200000 % 20 + 1, 1)
    || substr('23456789CFGHJMPQRVWX', n.number / 160000 % 20 + 1, 1)
    || substr('23456789CFGHJMPQRVWX', n.number / 8000 % 20 + 1, 1)
    || '-'
    || substr('23456789CFGHJMPQRVWX', n.number / 400 % 20 + 1, 1)
    || substr('23456789CFGHJMPQRVWX', n.number / 20 % 20 + 1, 1)
    || substr('23456789CFGHJMPQRVWX', n.number % 20 + 1, 1)
  from numbers_to_assign n where n.order_id = orders.id
);

drop table numbers_to_assign;

create unique index orders_by_number on orders (number);

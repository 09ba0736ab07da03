-- Today counts the batches that are not roasted, which are few among those of years.
create index batches_open on batches (roasts_on) where state in ('planned', 'weighed');

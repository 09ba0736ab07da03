-- What goods other than coffee are made of; empty if the owner has not said.
alter table products add column material text not null default '';

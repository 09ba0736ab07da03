-- The setup checklist, and marks for the demo rows of older shops (decisions/068-first-hour.md).

-- What admins have decided about the checklist: 'skip:<item>', 'seen:pages', 'hidden'.
create table setup_marks (
  mark text primary key,
  made_at text not null,
  made_by text not null
);

-- Demo artists and pages of the demo menu that nobody has changed. New shops mark them when they are added.
insert into demo_rows (kind, id)
select 'artists', id from artists
where name in ('Ilse Maren Thorvald', 'Teo Valcarcel Brandt', 'Odile Marrable')
  and updated_at = created_at
  and exists (select 1 from shop_facts where key = 'demo-artists');

insert into demo_rows (kind, id)
select distinct 'menu_pages', file from menu_pages
where file in ('menu_1.jpg', 'menu_2.jpg', 'menu_3.jpg')
  and exists (select 1 from shop_facts where key = 'demo-menu')
  and not exists (select 1 from shop_facts where key = 'menu-version');

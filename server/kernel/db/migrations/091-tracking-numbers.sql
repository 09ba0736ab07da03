-- Parcels by tracking number without spaces and dashes, in capitals: carriers and people write it in groups.
create index labels_by_folded_number on labels
  (upper(replace(replace(tracking_number, ' ', ''), '-', '')), order_id) where tracking_number <> '';
create index shipments_by_folded_number on shipments
  (upper(replace(replace(tracking_number, ' ', ''), '-', '')), order_id) where tracking_number <> '';

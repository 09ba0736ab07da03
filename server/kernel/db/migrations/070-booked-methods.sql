-- With what a payment was made, or what got a refund: a method of payments.paid_with, or gift-card. Empty in months that were
-- closed before, and for what is no payment.
alter table accounting_lines add column paid_with text not null default '';

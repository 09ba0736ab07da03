-- The addresses of staff from before addresses were confirmed: an owner or the terminal of the server gave them their
-- roles. Without this, their first new password by mail would remove their second factors.
update users set confirmed_email = email
where confirmed_email is null and (is_admin = 1 or staff_role is not null);

-- The product has an accent of its own. Who never chose another one has the old default, and gets the new.
alter table user_preference alter column accent_color set default '#1b4fd0';
update user_preference set accent_color = '#1b4fd0' where accent_color = '#0958d9';

-- How often a code may be entered, as the house had set it when the code was made. It stands with the code, so that many
-- tries at once find it in the row that they wait for anyway.

alter table sign_in_challenge add column tries_most smallint not null default 5 check (tries_most between 1 and 10);

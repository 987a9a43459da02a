-- What the duplicate guard and the membership list ask of two hundred thousand members.

-- Born on the same day.
create index customer_date_of_birth on customer (date_of_birth) where date_of_birth is not null;
-- The members that are found by their customer are counted and sorted from the index alone.
create index membership_of_customer on membership (customer_id) include (membership_no, status);
drop index membership_customer;
create index membership_join_date on membership (join_date, membership_no);

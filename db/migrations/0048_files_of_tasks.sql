-- Files of a record of one outlet are for that outlet and head office; null: for everybody who may sign in.
alter table media add outlet_code text;

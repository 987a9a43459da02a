-- Sums points as bigint; an overflow is an error.
-- PostgreSQL's sum(bigint) returns numeric and takes 50 % longer if there are as many groups as members.
create or replace aggregate sum_points(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);

-- Points added up, in whole numbers: what does not fit is an error. PostgreSQL's sum of bigint is a numeric, which takes half as long again
-- where there are as many groups as members.
create or replace aggregate sum_points(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);

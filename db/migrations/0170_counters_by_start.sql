-- Counters of all callers are added up from those whose keys begin alike (areas/self-service/server/limits.ts).
create index rate_limit_start on rate_limit (key text_pattern_ops);

-- Rows that were there before 0217. Calls can write while a constraint is validated in a file of its own.
alter table point_balance validate constraint point_balance_reserved_check;
alter table point_balance validate constraint point_balance_frozen;
alter table watch_finding validate constraint watch_finding_pattern_check;
alter table watch_act validate constraint watch_act_kind_check;

-- Loyalty watch reports requests that were decided, or tried to be, with a second account of the requester.
alter table watch_finding drop constraint watch_finding_pattern_check,
  add constraint watch_finding_pattern_check check (pattern in ('Own number', 'Adjustments', 'Manual sales', 'Cancellations', 'Cancelled collections',
    'Two outlets', 'Shared contact', 'Look-ups', 'Look-up limit', 'Exports', 'Same person'));
alter table watch_act drop constraint watch_act_kind_check,
  add constraint watch_act_kind_check check (kind in ('Sale', 'Cancellation', 'Adjustment', 'Reward', 'Referral', 'Look-up', 'Refusal', 'Export', 'Approval'));

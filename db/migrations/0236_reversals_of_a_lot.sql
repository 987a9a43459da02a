-- Finds the reversals of a lot. Without it each return of a sale and each bonus in the reconciliation read the whole ledger.
create index concurrently point_history_reversal on point_history (reversal_of) where reversal_of is not null;

-- What a fit rests on, in a few letters: where nothing was bought or returned since, the night has nothing to fit.
alter table retention_fit add column purchases_digest text;

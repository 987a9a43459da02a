-- WHO WILL COME BACK, by a model of how often customers buy. Everything here is derived from sales and computed again each night.

-- Each fit of the model: what it rests on, its parameters, and how a fit on the first part of the time agreed with the rest.
create table retention_fit (
  fit_id bigint generated always as identity primary key,
  as_of date not null,
  fitted_at timestamptz not null,
  milliseconds int not null check (milliseconds >= 0),
  status text not null check (status in ('Fitted', 'Too few', 'No fit')),
  customers int not null check (customers >= 0),
  came_back int not null check (came_back between 0 and customers),
  -- Of days bought, in weeks: r, alpha, a, b. Of what a day brings: p, q, gamma. Null where nothing was fitted.
  parameters jsonb,
  errors jsonb,
  log_likelihood numeric(20,4),
  calibration jsonb,
  check ((status = 'Fitted') = (parameters is not null))
);

-- What the latest fit says of each customer who bought: probabilities are estimates, the value is a rounded estimate and no amount of the ledger.
create table customer_forecast (
  customer_id bigint primary key references customer on delete cascade,
  as_of date not null,
  purchase_days int not null check (purchase_days >= 1),
  first_purchase_date date not null,
  last_purchase_date date not null check (last_purchase_date >= first_purchase_date),
  -- Days between two purchases on average; null for who bought once.
  usual_days int check (usual_days >= 1),
  -- Null where there were too few customers for a model.
  probability_active numeric(5,4) check (probability_active between 0 and 1),
  expected_purchases numeric(9,3) check (expected_purchases >= 0),
  expected_value numeric(14,2) check (expected_value >= 0),
  check ((purchase_days = 1) = (usual_days is null))
);
create index customer_forecast_chance on customer_forecast (probability_active, expected_value desc);

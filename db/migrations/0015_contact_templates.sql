-- CONTACT TEMPLATES: what is written to customers, in their languages.

create table contact_template (
  template_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  contact_type text not null check (contact_type in ('Email', 'SMS')),
  -- What it is sent at. Null: by hand, or by a campaign.
  event text check (length(event) between 1 and 40),
  -- The event's own code, or that of the one reward it is for.
  reference_code text check (length(reference_code) between 1 and 40),
  is_campaign text not null default 'N' check (is_campaign in ('Y', 'N')),
  -- [{Language, Subject, Body}], the HTML of bodies cleaned.
  texts jsonb not null default '[]' check (jsonb_typeof(texts) = 'array'),
  -- The names that they use.
  names text[] not null default '{}',
  status text not null default 'Draft' check (status in ('Draft', 'Active', 'Inactive', 'Deleted')),
  created_by_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((event is null) = (reference_code is null)),
  check (is_campaign = 'N' or event is null)
);
create unique index contact_template_name on contact_template (lower(name)) where status <> 'Deleted';
-- Of each kind one is sent.
create unique index contact_template_active on contact_template (reference_code, event, contact_type) where status = 'Active' and event is not null;

-- Each version as it can be sent: what was sent stays readable word for word, whatever becomes of the template.
create table contact_template_version (
  template_id bigint not null references contact_template,
  version integer not null,
  language text not null check (language in ('en', 'zh', 'fr', 'ja', 'ms')),
  -- All three hold Liquid. Of an SMS there is only the text.
  subject text,
  html text,
  text text not null,
  created_at timestamptz not null,
  primary key (template_id, version, language)
);

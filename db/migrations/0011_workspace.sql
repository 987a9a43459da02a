-- What the application keeps for each user about themselves: how it looks, and what they opened last.

create table user_preference (
  user_id bigint primary key references user_account on delete cascade,
  mode text not null default 'light' check (mode in ('light', 'dark', 'system')),
  navigation text not null default 'side' check (navigation in ('side', 'top')),
  collapsed_yn text not null default 'N' check (collapsed_yn in ('Y', 'N')),
  direction text not null default 'ltr' check (direction in ('ltr', 'rtl')),
  header_color text not null default '#3e82f7' check (header_color ~ '^#[0-9a-f]{6}$'),
  accent_color text not null default '#0958d9' check (accent_color ~ '^#[0-9a-f]{6}$'),
  language text not null default 'en' check (language in ('en', 'zh', 'fr', 'ja')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  single_keys_yn text not null default 'Y' check (single_keys_yn in ('Y', 'N')),
  updated_at timestamptz not null
);

create table recent_record (
  user_id bigint not null references user_account on delete cascade,
  path text not null,
  -- The page's path with its parameters: tells what kind of record it is, and who may open it.
  screen text not null,
  -- What the page calls the record. Never a person: a customer's name is read when the list is shown.
  name text,
  customer_id bigint references customer on delete cascade,
  opened_at timestamptz not null,
  primary key (user_id, path),
  check (name is null or customer_id is null)
);
create index recent_record_newest on recent_record (user_id, opened_at desc);
create index recent_record_customer on recent_record (customer_id) where customer_id is not null;

-- FEEDBACK: what customers are asked, whom, and what they answered.
create table feedback (
  feedback_id bigint generated always as identity primary key,
  name text not null check (length(name) between 3 and 100),
  code text not null check (code = upper(code) and length(code) between 3 and 100),
  description text not null check (length(description) between 3 and 1000),
  type text not null check (type in ('Feedback', 'Survey')),
  display_option text not null check (display_option in ('All in one page', 'One question per page')),
  -- The first one stands in where another has no text.
  languages text[] not null default '{en}' check (cardinality(languages) between 1 and 5 and languages <@ array['en', 'zh', 'fr', 'ja', 'ms']),
  -- What customers read around the questions: by language Title, Introduction and ThankYou.
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  open_from date,
  open_to date,
  audience text not null default 'Anyone' check (audience in ('Anyone', 'Personal link', 'After claim', 'After collect', 'After purchase')),
  -- Y: of a personal link too it is not kept whose answer it was.
  anonymous_yn text not null default 'N' check (anonymous_yn in ('Y', 'N')),
  -- After purchase: of smaller sales nobody is asked.
  minimum_purchase numeric(14,2) check (minimum_purchase >= 0),
  -- Nobody is asked by a rule a second time within so many days.
  repeat_days smallint not null default 90 check (repeat_days between 0 and 3650),
  -- A personal link can be answered for so many days.
  link_days smallint not null default 30 check (link_days between 1 and 365),
  low_score_task_yn text not null default 'Y' check (low_score_task_yn in ('Y', 'N')),
  status text not null check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint feedback_days check (open_to >= open_from)
);
create unique index feedback_code on feedback (code) where status <> 'Deleted';
create index feedback_by_rule on feedback (audience) where status = 'Active' and audience like 'After%';

-- A question in all its languages: what they have in common.
create table feedback_item (
  group_key bigint generated always as identity primary key,
  feedback_id bigint not null references feedback,
  sequence_no integer not null check (sequence_no > 0),
  question_type text not null check (question_type in ('Single choice', 'Multiple choice', 'Rating 1-5', 'NPS 0-10', 'Yes/No', 'Short text',
    'Long text', 'Date', 'Dropdown')),
  required_yn text not null default 'N' check (required_yn in ('Y', 'N')),
  -- It is asked only where an earlier question has one of these answers.
  show_if_group_key bigint references feedback_item,
  show_if_answers text[],
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint feedback_item_condition check ((show_if_group_key is null) = (show_if_answers is null) and show_if_group_key <> group_key
    and cardinality(show_if_answers) > 0)
);
create index feedback_item_of_form on feedback_item (feedback_id, sequence_no, group_key);
create index feedback_item_condition on feedback_item (show_if_group_key) where show_if_group_key is not null;

-- The question as it is asked in one language. Once it is answered another wording is another row, and this one is Replaced.
create table feedback_question (
  question_id bigint generated always as identity primary key,
  feedback_id bigint not null references feedback,
  group_key bigint not null references feedback_item,
  language_code text not null check (language_code in ('en', 'zh', 'fr', 'ja', 'ms')),
  text text not null check (length(text) between 1 and 500),
  revision integer not null default 1 check (revision > 0),
  status text not null check (status in ('Active', 'Inactive', 'Replaced', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index feedback_question_once on feedback_question (group_key, language_code) where status in ('Active', 'Inactive');
create index feedback_question_of_item on feedback_question (group_key);
create index feedback_question_of_form on feedback_question (feedback_id);

create table feedback_option (
  option_id bigint generated always as identity primary key,
  question_id bigint not null references feedback_question,
  -- The same for this option in all languages and versions of its question.
  option_key integer not null check (option_key > 0),
  text text not null check (length(text) between 1 and 200),
  sequence_no integer not null check (sequence_no > 0),
  score_value integer check (score_value between -1000 and 1000),
  allow_other_yn text not null default 'N' check (allow_other_yn in ('Y', 'N')),
  status text not null check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index feedback_option_once on feedback_option (question_id, option_key) where status <> 'Deleted';
create index feedback_option_of_question on feedback_option (question_id, sequence_no);

-- A personal link: it can be answered once.
create table feedback_invitation (
  invitation_id bigint generated always as identity primary key,
  feedback_id bigint not null references feedback,
  customer_id bigint not null references customer,
  source text not null check (source in ('Manual', 'Claim', 'Collect', 'Purchase')),
  -- Once for its cause, however often that is told.
  once_key text not null constraint feedback_invitation_once unique,
  -- Who served the customer then, and where.
  outlet_code text references building (code),
  staff_id bigint references staff,
  status text not null default 'Open' check (status in ('Open', 'Answered', 'Revoked')),
  -- Its last day.
  open_to date not null,
  created_by_id bigint references user_account,
  created_at timestamptz not null,
  answered_at timestamptz,
  check ((status = 'Answered') = (answered_at is not null))
);
create index feedback_invitation_of_form on feedback_invitation (feedback_id, created_at desc, invitation_id desc);
create index feedback_invitation_of_customer on feedback_invitation (customer_id, feedback_id, created_at desc);

create table feedback_response (
  response_id bigint generated always as identity primary key,
  feedback_id bigint not null references feedback,
  -- Made where it is typed: sent again it is the same response.
  submission_key uuid not null constraint feedback_response_once unique,
  customer_id bigint references customer,
  invitation_id bigint constraint feedback_response_of_link unique references feedback_invitation,
  outlet_code text references building (code),
  staff_id bigint references staff,
  language text not null check (language in ('en', 'zh', 'fr', 'ja', 'ms')),
  source text not null check (source in ('Open link', 'Personal link', 'Claim', 'Collect', 'Purchase', 'Staff')),
  -- Of the question 0 to 10, where the form has one.
  nps smallint check (nps between 0 and 10),
  low_score_yn text not null default 'N' check (low_score_yn in ('Y', 'N')),
  submitted_at timestamptz not null,
  entered_by_id bigint references user_account,
  -- Inactive: it is there, and left out of the results.
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  remarks text check (length(remarks) between 1 and 1000),
  version integer not null default 1,
  updated_at timestamptz not null
);
create index feedback_response_of_form on feedback_response (feedback_id, submitted_at desc, response_id desc);
create index feedback_response_of_customer on feedback_response (customer_id, submitted_at desc) where customer_id is not null;
create index feedback_response_newest on feedback_response (submitted_at desc, response_id desc);

-- What was answered to which wording, for ever.
create table feedback_answer (
  response_id bigint not null references feedback_response,
  group_key bigint not null references feedback_item,
  question_id bigint not null references feedback_question,
  option_ids bigint[] not null default '{}' check (cardinality(option_ids) <= 50),
  -- A rating, a recommendation from 0 to 10, or yes (1) and no (0).
  number smallint check (number between 0 and 10),
  text text check (length(text) between 1 and 2000),
  date date,
  primary key (response_id, group_key)
);
create index feedback_answer_of_item on feedback_answer (group_key);
create index feedback_answer_of_question on feedback_answer (question_id);

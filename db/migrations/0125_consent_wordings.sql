-- What customers agree to, word for word. Each version holds every channel in the company's languages; once published it never changes,
-- so that what somebody agreed to can be read years later.
create table consent_wording_version (
  version_id bigint generated always as identity primary key,
  version text not null unique check (length(version) between 1 and 20),
  published_at timestamptz not null,
  -- Null: it came with the program.
  published_by_id bigint references user_account,
  published_by text,
  remark text
);
create table consent_wording (
  version text not null references consent_wording_version (version),
  channel text not null check (channel in ('Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail')),
  language text not null check (language in ('en', 'zh', 'fr', 'ja')),
  wording text not null,
  primary key (version, channel, language)
);

-- Until now there were only numbers. Where somebody agreed under one, these texts are a new version: of the earlier ones no text was kept.
insert into consent_wording_version (version, published_at)
select case when exists (select from customer_consent)
  then (select (coalesce(max(said::bigint), 0) + 1)::text from (
    select wording_version as said from customer_consent union select value #>> '{}' from setting where name = 'consent.wordingVersion') numbers
    where said ~ '^\d{1,9}$')
  else coalesce((select value #>> '{}' from setting where name = 'consent.wordingVersion'), '1') end, now();
insert into consent_wording (version, channel, language, wording)
select version, channel, language, wording from consent_wording_version, (values
  ('Service', 'en', 'I agree that my details are stored and used to manage my membership and to serve me.'),
  ('Service', 'zh', '我同意保存并使用我的资料以管理会员卡和提供服务。'),
  ('Service', 'fr', 'J’accepte que mes données soient conservées et utilisées pour gérer mon adhésion et me servir.'),
  ('Service', 'ja', '会員サービスの提供のため、私の情報を保管・利用することに同意します。'),
  ('Email', 'en', 'I want to hear about offers and events by e-mail.'),
  ('Email', 'zh', '我愿意通过电邮接收优惠和活动信息。'),
  ('Email', 'fr', 'Je souhaite recevoir les offres et invitations par e-mail.'),
  ('Email', 'ja', 'お得な情報やイベントの案内をメールで受け取ります。'),
  ('SMS', 'en', 'I want to hear about offers and events by SMS.'),
  ('SMS', 'zh', '我愿意通过短信接收优惠和活动信息。'),
  ('SMS', 'fr', 'Je souhaite recevoir les offres et invitations par SMS.'),
  ('SMS', 'ja', 'お得な情報やイベントの案内を SMS で受け取ります。'),
  ('WhatsApp', 'en', 'I want to hear about offers and events on WhatsApp.'),
  ('WhatsApp', 'zh', '我愿意通过 WhatsApp 接收优惠和活动信息。'),
  ('WhatsApp', 'fr', 'Je souhaite recevoir les offres et invitations sur WhatsApp.'),
  ('WhatsApp', 'ja', 'お得な情報やイベントの案内を WhatsApp で受け取ります。'),
  ('Call', 'en', 'I agree to be called about offers and events.'),
  ('Call', 'zh', '我愿意通过电话接收优惠和活动信息。'),
  ('Call', 'fr', 'J’accepte d’être appelé au sujet des offres et invitations.'),
  ('Call', 'ja', 'お得な情報やイベントの案内を電話で受け取ります。'),
  ('Mail', 'en', 'I want to hear about offers and events by post.'),
  ('Mail', 'zh', '我愿意通过邮寄接收优惠和活动信息。'),
  ('Mail', 'fr', 'Je souhaite recevoir les offres et invitations par courrier.'),
  ('Mail', 'ja', 'お得な情報やイベントの案内を郵便で受け取ります。')
) said (channel, language, wording);
delete from setting where name = 'consent.wordingVersion';

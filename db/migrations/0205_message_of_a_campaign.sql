-- The contact template that a campaign is going to send; null: it sends none, or none is chosen yet.
alter table campaign add column template_id bigint references contact_template;
create index campaign_template on campaign (template_id);

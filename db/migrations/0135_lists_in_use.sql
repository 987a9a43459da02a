-- Whether a campaign has a target list is asked for each sale: answered by one look into an index, however many lists there are.
create index campaign_target_in_use on campaign_target (campaign_code, target_list_id) where status = 'Active';

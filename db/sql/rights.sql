-- Update and delete rights of the application role carat_app.
-- The role may read and insert everywhere except into the audit log, and may update record tables (record_tables()).
-- All other rights are listed here, for append-only tables per column.
-- tests/rights.ts repeats the list on purpose.

create or replace function app_may(target regclass, changes text, deletes boolean default false) returns void language plpgsql as $$
begin
  -- The revocation includes the rights on single columns.
  execute format('revoke update, delete, truncate on %s from carat_app', target);
  if changes = '*' then execute format('grant update on %s to carat_app', target);
  elsif changes <> '' then execute format('grant update (%s) on %s to carat_app', changes, target);
  end if;
  if deletes then execute format('grant delete on %s to carat_app', target); end if;
end $$;

-- The generic audit function of older versions; no trigger uses it any more.
drop function if exists audit_update();

do $$ declare target regclass; begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
    execute format('revoke update, delete, truncate on %s from carat_app', target);
  end loop;
end $$;

-- Health checks read this table with the login of calls. It was created before the role got its default rights.
grant select on schema_migration to carat_app;

-- Editable records.
select app_may(target, '*') from record_tables();

-- Append-only tables. The role cannot update a new column until the column is listed here.
select app_may('point_history', 'point_reversed, point_utilized, point_expired, point_owed, status, remark, invoice_no, transaction_id'),
  app_may('point_allocation', ''),
  app_may('point_balance', 'lots_remaining, arrears, reserved, total_points_earned, total_points_redeemed, total_points_expired, total_points_reversed,
    total_points_adjusted, last_sequence_no, frozen_yn, updated_at'),
  app_may('offline_allowance', 'membership_no, used, status'), app_may('offline_redemption', ''),
  -- sum_up_lines() derives the amounts from the lines.
  app_may('transaction_summary', 'membership_no, customer_id, claimed_membership_no, claimed_points, approval_status, assigned_at, assigned_by_id,
    unassigned_times, earned_points, reversed_points, remarks'),
  app_may('sale_check', 'reasons, status, remark, decided_by_id, decided_by, decided_at'),
  app_may('sale_head_check', 'status, remark, decided_by_id, decided_by, decided_at'),
  app_may('transaction_detail', 'description, serial_no, certificate_no, cancelled_quantity, points_earned, points_exact, points_reversed,
    rate_detail_id, structure_detail_id, card_level_id'),
  app_may('approval', 'status, decided_by_id, decided_by, decided_at, decision_remark'),
  app_may('membership_level_history', 'membership_no, status, to_category, remark, requested_by_id, requested_at, outlet_code,
    decided_by_id, decided_at, decision_remark, effective_date, cycle_start, cycle_end, applied_at, lapsed_at, version'),
  app_may('membership_cycle_review', ''),
  app_may('member_merge', 'status, unmerged_by_id, unmerged_by, unmerged_at, unmerge_reason, last_history_id'),
  app_may('member_merge_snapshot', ''),
  app_may('referral', 'customer_id, referrer_membership_no, status, flags, transaction_id, qualified_at, approve_from, decided_at, decided_by_id,
    decided_by, decision_remark, referrer_awarded, friend_awarded, voided_at, void_reason'),
  app_may('point_expiry_offer', ''),
  -- Issued rewards and their terms are immutable. A trigger of the owner updates the stock counters.
  app_may('customer_reward', 'membership_no, customer_id, status, validity_to, remarks, inventory_id, debit_history_id, debits, invoice_no, voucher_no,
    claimed_by_id, claimed_outlet_code, claimed_date, collected_by_id, collected_outlet_code, collected_date, cancelled_by_id, cancelled_outlet_code,
    cancelled_date, version, updated_at'),
  app_may('reward_waiting', 'membership_no, customer_id, refused, params, attempts, status, reference_code, closed_because, updated_at'),
  app_may('reward_review', 'status, reason, decided_by_id, decided_by, decided_at, version'),
  app_may('reward_inventory', 'reorder_level, status, version, updated_at'),
  app_may('reward_movement', ''),
  app_may('reward_given', ''),
  app_may('voucher', 'secret_sealed, key_id, wrong_tries, locked_until, reference, expiry_date, status, is_assigned_yn, posted_to_pronto_yn, assigned_to, assigned_at, used_invoice_no,
    used_at, version, updated_at'),
  -- Calls store the reply once. Housekeeping deletes rows as the owner.
  app_may('idempotency_key', 'status, reply'),
  app_may('expiry_contact', 'membership_no'),
  app_may('lead_prospect', 'customer_id'),
  app_may('feedback_invitation', 'customer_id, status, answered_at'),
  app_may('feedback_response', 'customer_id, status, remarks, version, updated_at'),
  app_may('feedback_answer', ''),
  app_may('customer_consent', ''),
  app_may('consent_wording_version', ''), app_may('consent_wording', ''),
  app_may('customer_erasure', ''),
  app_may('customer_access', 'way, opened_at, ends_at'),
  app_may('watch_finding', 'outlet_code, severity, first_day, last_day, acts, points, amount, renewed_at, status, decided_by_id, decided_by, decided_at,
    reason, version'),
  app_may('watch_decision', ''),
  app_may('watch_mark', 'seen_until'),
  app_may('identity_request', 'confirmed_at, declined_at'),
  app_may('archived_member', 'reactivated_how, reactivated_by_id, reactivated_by, reactivated_at'),
  app_may('profile_updated_history', 'customer_id, reviewed_by_id, reviewed_by, reviewed_date, review_remark'),
  app_may('profile_updated_field', 'outcome'),
  app_may('contact_change', 'customer_id, confirmed_at, confirmed_by_id, outlet_code'),
  app_may('passcode', 'customer_id, uses, registered, status, completed_at, revoked_at, revoked_by_id'),
  app_may('liability_month', ''),
  app_may('audit_record', ''),
  app_may('audit_log', ''),
  app_may('audit_seal', ''), app_may('audit_seal_mark', ''), app_may('audit_head', ''), app_may('audit_erasure', ''),
  app_may('audit_erased_value', ''), app_may('audit_detached', ''),
  app_may('login_activity', ''),
  app_may('contact_template_version', ''),
  app_may('contact_log', 'result, reason, sent_at, result_at, provider_id'),
  app_may('message_occasion', 'status, attempts, error, next_try_at'),
  app_may('message_report', ''),
  app_may('import_row_result', ''),
  app_may('backup_run', '');

-- Other tables, including internal ones.
select app_may('setting', '*'), app_may('user_role', '', true), app_may('user_privilege', '', true), app_may('user_outlet', '', true), app_may('system_network', '*', true),
  app_may('user_identity', '*', true), app_may('identity_request', 'confirmed_at, declined_at'), app_may('authenticator', '*', true), app_may('recovery_code', '*', true), app_may('passkey', '*', true), app_may('passkey_challenge', '*'),
  app_may('scim_user', '*'), app_may('scim_group', '*', true), app_may('scim_group_member', '', true), app_may('scim_group_role', '', true), app_may('scim_granted_role', '', true),
  app_may('user_preference', '*'), app_may('session', '*'), app_may('sign_in_challenge', '*'), app_may('provider_sign_in', '*'),
  app_may('password_link', '*'), app_may('customer_code', '*', true), app_may('unproved_contact', '*', true), app_may('self_service_visit', '*', true), app_may('rate_limit', '*', true),
  app_may('list_item', '*'), app_may('list_view', '*', true), app_may('list_choice', '*'), app_may('recent_record', '*', true), app_may('report_use', '*'), app_may('act_put_off', '*', true), app_may('watch_act', ''), app_may('task_credit', '*', true), app_may('customer_forecast', '*', true), app_may('retention_fit', '*', true),
  -- Written by triggers of the owner.
  app_may('sold_line', ''), app_may('purchase_day', '*', true), app_may('purchase_change', '', true),
  app_may('campaign_spent', ''), app_may('sale_bonus', 'name, lines, fixed, rate, minimum, points, given, times, returned'), app_may('campaign_target', '*'), app_may('campaign_send', 'status, ended_at'), app_may('campaign_contact', '*'),
  app_may('field_translation', '*', true), app_may('postcode', '*', true), app_may('media', '*', true),
  app_may('point_structure_detail', '*'), app_may('point_rate_detail', '*'), app_may('point_simulation', '*'),
  app_may('import_job', '*', true), app_may('export_job', '*'), app_may('export_schedule_send', 'outcome,message,message_code,export_id,message_id'),
  app_may('nightly_run', '*'), app_may('nightly_step', '*'), app_may('proof_run', '*', true), app_may('proof_difference', '', true),
  app_may('event_outbox', '', true), app_may('event', '', true), app_may('event_member', 'last_sequence'), app_may('event_head', 'epoch, timeline, last_position'), app_may('event_reader', '*'),
  app_may('webhook_progress', '*', true), app_may('webhook_stream', '*', true), app_may('webhook_line', '*', true), app_may('webhook_delivery', '', true),
  app_may('outbox_message', '*', true), app_may('message_wanted', '*', true),
  app_may('erp_outbox', 'status, attempts, faults, error, next_try_at, sent_at'),
  app_may('erp_inbox', 'status, error, settled_at, review_remark, reviewed_by_id, reviewed_by'), app_may('erp_link', '*');

-- Tables of campaigns.
select app_may('campaign_gift', 'reward_id, lines, minimum, returned_yn'), app_may('live_list', 'name, status, evaluated_at, ended_at'),
  app_may('target_addition', 'input, keys, status, attempts, rows_done, added, already, excluded, others, message, message_code, ended_at');

-- Only functions of the owner insert into these tables.
revoke insert on watch_act, campaign_spent from carat_app;
-- The server writes the business zone as the owner.
revoke insert on business_zone from carat_app;

drop function app_may;

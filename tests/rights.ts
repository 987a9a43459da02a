// Repeats the update and delete rights of the application's database role, so that a person confirms db/sql/rights.sql.
// A test fails until every column of an append-only table is listed here, and every table without working records.

/** An append-only table: every column is either updatable or immutable. Rows are never deleted. */
type AppendOnly = { changes: string; stays: string }

export const appendOnly: Readonly<Record<string, AppendOnly>> = {
  approval: {
    changes: 'status decided_by_id decided_by decided_at decision_remark',
    stays: `approval_id kind object_type object_id summary payload privilege membership_no outlet_code
      requested_by_id requested_by requested_at`,
  },
  archived_member: {
    changes: 'reactivated_how reactivated_by_id reactivated_by reactivated_at',
    stays: 'archive_id customer_id customer_status memberships points remark archived_by_id archived_by archived_at',
  },
  audit_log: {
    changes: '',
    stays: `audit_log_id logged_at action_type object_type object_id log_text updated_by_id updated_by outlet_code
      session_id source_ip request_id`,
  },
  audit_record: {
    changes: '',
    stays: `audit_record_id audited_at table_name object_type object_id action_type updated_field_name previous_info
      updated_info updated_by_id updated_by outlet_code session_id source_ip request_id`,
  },
  voucher: {
    changes: `secret_sealed key_id wrong_tries locked_until reference expiry_date status is_assigned_yn posted_to_pronto_yn assigned_to assigned_at
      used_invoice_no used_at version updated_at`,
    stays: 'voucher_no voucher_type value batch_id created_by_id created_at',
  },
  idempotency_key: { changes: 'status reply', stays: 'owner key path body_hash created_at' },
  audit_detached: { changes: '', stays: 'log month detached_at' },
  audit_erased_value: { changes: '', stays: 'log entry_id seal_no digest erasure_id' },
  audit_erasure: { changes: '', stays: 'erasure_id object_type object_id erased_at entries digest' },
  audit_head: { changes: '', stays: 'day seal_no hash noted_at' },
  audit_seal: {
    changes: '',
    stays: 'seal_no log sealed_at ids first_id last_id first_at last_at salts marks digest hash',
  },
  audit_seal_mark: { changes: '', stays: 'log sealed_to settled_to reached pending_to pending_at' },
  campaign_send: {
    changes: 'status ended_at',
    stays: 'send_id campaign_code template_id template_version contact_type targets started_by_id started_at',
  },
  contact_log: {
    changes: 'result reason sent_at result_at provider_id',
    stays: `message_id created_at customer_id membership_no contact_type purpose recipient template_id template_version event
      reference_code language subject html text created_by_id outlet_code`,
  },
  contact_template_version: {
    changes: '',
    stays: 'template_id version language subject html text created_at',
  },
  message_occasion: {
    changes: 'status attempts error next_try_at',
    stays: `occasion_id event customer_id membership_no reference_code reward_id once_key outlet_code staff_id created_at`,
  },
  message_report: {
    changes: '',
    stays: 'report_id message_id kind detail received_at',
  },
  watch_finding: {
    changes: `outlet_code severity first_day last_day acts points amount renewed_at status decided_by_id decided_by
      decided_at reason version`,
    stays: 'finding_id pattern staff_id customer_id at_least days found_at',
  },
  watch_decision: {
    changes: '',
    stays: 'decision_id finding_id decision reason acts decided_by_id decided_by decided_at',
  },
  watch_mark: { changes: 'seen_until', stays: 'one' },
  customer_erasure: {
    changes: '',
    stays: 'erasure_id customer_id approval_id requested_by approved_by approved_at status done_at figures',
  },
  customer_access: {
    changes: 'way opened_at ends_at',
    stays: 'session_id customer_id user_id',
  },
  customer_consent: {
    changes: '',
    stays:
      'consent_id customer_id channel granted_yn wording_version wording_language source outlet_code recorded_by_id recorded_at',
  },
  consent_wording_version: {
    changes: '',
    stays: 'version_id version published_at published_by_id published_by remark',
  },
  consent_wording: { changes: '', stays: 'version channel language wording' },
  customer_reward: {
    changes: `membership_no customer_id status validity_to remarks inventory_id debit_history_id debits invoice_no voucher_no
      claimed_by_id claimed_outlet_code claimed_date collected_by_id collected_outlet_code collected_date
      cancelled_by_id cancelled_outlet_code cancelled_date version updated_at`,
    stays: `reference_code reward_id type period points is_birthday_point_deduct deduct_point_in_claim_yn cash_top_up
      voucher_type voucher_value minimum_spend validity_from outlet_code redeemed_by_id redeemed_outlet_code
      redeemed_date created_by_id created_at`,
  },
  reward_given: { changes: '', stays: 'reward_id given' },
  reward_waiting: {
    changes: 'membership_no customer_id refused params attempts status reference_code closed_because updated_at',
    stays: 'waiting_id reward_id period since',
  },
  reward_review: {
    changes: 'status reason decided_by_id decided_by decided_at version',
    stays: 'review_id reference_code cause invoice_no created_at',
  },
  reward_inventory: {
    changes: 'reorder_level status version updated_at',
    stays: 'inventory_id reward_id building_id qty_on_hand qty_reserved qty_issued created_by_id created_at',
  },
  reward_movement: {
    changes: '',
    stays: `movement_id inventory_id movement_type on_hand reserved issued other_inventory_id reference_code reason
      outlet_code moved_by_id moved_by moved_at`,
  },
  erp_inbox: {
    changes: 'status error settled_at review_remark reviewed_by_id reviewed_by',
    stays: 'message_id kind voucher_no content received_at',
  },
  erp_outbox: {
    changes: 'status attempts faults error next_try_at sent_at',
    stays: 'message_id kind voucher_no content created_at',
  },
  event_head: { changes: 'epoch timeline last_position', stays: 'only_row' },
  event_member: { changes: 'last_sequence', stays: 'membership_no' },
  expiry_contact: {
    changes: 'membership_no',
    stays: 'contact_id contact_type outcome note outlet_code contacted_by_id contacted_at',
  },
  identity_request: {
    changes: 'confirmed_at declined_at',
    stays: 'request_id token_hash user_id provider issuer subject requested_by_id created_at expires_at',
  },
  import_row_result: {
    changes: '',
    stays: 'import_id first_row last_row result reason field value content faults',
  },
  feedback_invitation: {
    changes: 'customer_id status answered_at',
    stays: 'invitation_id feedback_id source once_key outlet_code staff_id open_to created_by_id created_at',
  },
  feedback_response: {
    changes: 'customer_id status remarks version updated_at',
    stays: `response_id feedback_id submission_key invitation_id outlet_code staff_id language source nps low_score_yn submitted_at
      entered_by_id`,
  },
  export_schedule_send: {
    changes: 'outcome message message_code export_id message_id',
    stays: 'send_id schedule_id due_at user_id name',
  },
  feedback_answer: {
    changes: '',
    stays: 'response_id group_key question_id option_ids number text date',
  },
  lead_prospect: {
    changes: 'customer_id',
    stays: 'prospect_id lead_source_id import_id created_by_id created_at',
  },
  liability_month: {
    changes: '',
    stays: `month taken_at cost_per_point members lots outstanding arrears earned redeemed expired reversed adjusted
      ageing projection`,
  },
  login_activity: {
    changes: '',
    stays: 'login_activity_id activity_date_time session_id source_ip object_type object_id activity_description',
  },
  member_merge: {
    changes: 'status unmerged_by_id unmerged_by unmerged_at unmerge_reason last_history_id',
    stays: `merge_id survivor_customer_id merged_customer_id survivor_membership_no merged_membership_no reason
      requested_by_id requested_by merged_by_id merged_by merged_at outlet_code`,
  },
  member_merge_snapshot: {
    changes: '',
    stays: 'merge_id people moved',
  },
  membership_cycle_review: {
    changes: '',
    stays: `membership_no cycle_start cycle_end card_category_code card_level_id spend maintain_amount outcome
      level_history_id reviewed_at`,
  },
  membership_level_history: {
    changes: `membership_no status to_category remark requested_by_id requested_at outlet_code decided_by_id
      decided_at decision_remark effective_date cycle_start cycle_end applied_at lapsed_at version`,
    stays: `level_history_id action from_category reason basis_amount basis_invoice_no card_level_id required_amount
      basis_from basis_to undoes_id`,
  },
  offline_allowance: {
    changes: 'membership_no used status',
    stays: `allowance_id account_id till_no outlet_code points valid_until settle_until business_date created_at`,
  },
  offline_redemption: {
    changes: '',
    stays: 'history_id membership_no allowance_id performed_at business_date covered uncovered owed created_at',
  },
  point_allocation: {
    changes: '',
    stays: 'allocation_id debit_history_id credit_history_id points kind created_at',
  },
  point_balance: {
    changes: `lots_remaining arrears reserved total_points_earned total_points_redeemed total_points_expired
      total_points_reversed total_points_adjusted last_sequence_no frozen_yn updated_at`,
    stays: 'membership_no balance_type ',
  },
  point_expiry_offer: {
    changes: '',
    stays: 'reference_code expiry_year expiry_month point_expiry point_balance expiry_date',
  },
  point_history: {
    changes: 'point_reversed point_utilized point_expired point_owed status remark invoice_no transaction_id',
    stays: `history_id membership_no balance_type sequence_no transaction_type points point_amount business_date
      earned_at available_from expiry_date reference_code object_type object_value reason_code outlet_code
      staff_id source_key reversal_of rule_refs request_id created_by_id created_at`,
  },
  contact_change: {
    changes: 'customer_id confirmed_at confirmed_by_id outlet_code',
    stays: 'change_id fields changed_at held_until',
  },
  passcode: {
    changes: 'customer_id uses registered status completed_at revoked_at revoked_by_id',
    stays: `passcode_id code_hash token_hash purpose object_type object_id outlet_code language staff_id name uses_most
      created_by_id created_at expires_at`,
  },
  profile_updated_field: {
    changes: 'outcome',
    stays: 'history_id field_name previous updated',
  },
  profile_updated_history: {
    changes: 'customer_id reviewed_by_id reviewed_by reviewed_date review_remark',
    stays: 'history_id action_type source applied_yn review_yn outlet_code remark updated_by_id updated_by updated_at',
  },
  referral: {
    changes: `customer_id referrer_membership_no status flags transaction_id qualified_at approve_from decided_at
      decided_by_id decided_by decision_remark referrer_awarded friend_awarded voided_at void_reason`,
    stays: 'referral_id named_at named_by_id minimum_amount qualify_until return_days referrer_points friend_points',
  },
  live_list: {
    changes: 'name status evaluated_at ended_at',
    stays: 'live_list_id campaign_code segment_id added_by_id added_at',
  },
  target_addition: {
    changes: 'input keys status attempts rows_done added already excluded others message message_code ended_at',
    stays: 'addition_id campaign_code path title key_field exclude_yn rows_expected created_by_id created_at',
  },
  campaign_gift: {
    changes: 'reward_id lines minimum returned_yn',
    stays: 'campaign_code transaction_id',
  },
  sale_bonus: {
    changes: 'name lines fixed rate minimum points given times returned',
    stays: 'transaction_id cause',
  },
  sold_line: {
    changes: '',
    stays: `transaction_id sequence_no business_date outlet_code membership_no came_back counts brand product_type product_group
      quantity discount net_amount`,
  },
  transaction_detail: {
    changes: `description serial_no certificate_no cancelled_quantity points_earned points_exact points_reversed
      rate_detail_id structure_detail_id card_level_id`,
    stays: `transaction_id sequence_no old_sequence_no item_code brand product_type product_group stock_group
      quantity weight unit_price discount tax net_amount eligible_yn original_transaction_id`,
  },
  sale_check: {
    changes: 'reasons status remark decided_by_id decided_by decided_at',
    stays: 'transaction_id sequence_no brand product_group eligible_yn expected_amount',
  },
  sale_head_check: {
    changes: 'status remark decided_by_id decided_by decided_at',
    stays: 'transaction_id reason sent_performed_at sent_membership_no',
  },
  transaction_summary: {
    changes: `membership_no customer_id claimed_membership_no claimed_points approval_status assigned_at assigned_by_id unassigned_times
      earned_points reversed_points remarks`,
    stays: `transaction_id sales_order structure_id transaction_type invoice_no original_invoice_no original_transaction_id
      outlet_code sales_person_code department_code total_amount total_stated_yn discount tax trade_in voucher_amount
      net_amount performed_at business_date source import_id created_by_id created_at`,
  },
}

/** The columns of tables of working records. Their rows are updated and never deleted, unless listed below. */
export const recordColumns = ['created_at', 'status', 'updated_at', 'version']

/** The right to change rows of all other tables, including internal tables of the program. */
export const rightsOnOtherTables: Readonly<Record<string, 'changes' | 'changes, deletes' | 'deletes' | 'none'>> = {
  authenticator: 'changes, deletes',
  backup_run: 'none',
  business_zone: 'none',
  erp_link: 'changes',
  customer_code: 'changes, deletes',
  event: 'deletes',
  event_outbox: 'deletes',
  event_reader: 'changes',
  export_job: 'changes',
  field_translation: 'changes, deletes',
  act_put_off: 'changes, deletes',
  import_job: 'changes, deletes',
  list_choice: 'changes',
  list_item: 'changes',
  list_view: 'changes, deletes',
  media: 'changes, deletes',
  nightly_run: 'changes',
  nightly_step: 'changes',
  message_wanted: 'changes, deletes',
  outbox_message: 'changes, deletes',
  passkey: 'changes, deletes',
  passkey_challenge: 'changes',
  password_link: 'changes',
  point_rate_detail: 'changes',
  point_simulation: 'changes',
  point_structure_detail: 'changes',
  postcode: 'changes, deletes',
  proof_difference: 'deletes',
  proof_run: 'changes, deletes',
  provider_sign_in: 'changes',
  purchase_change: 'deletes',
  purchase_day: 'changes, deletes',
  rate_limit: 'changes, deletes',
  recent_record: 'changes, deletes',
  report_use: 'changes',
  recovery_code: 'changes, deletes',
  scim_granted_role: 'deletes',
  scim_group: 'changes, deletes',
  scim_group_member: 'deletes',
  scim_group_role: 'deletes',
  scim_user: 'changes',
  self_service_visit: 'changes, deletes',
  session: 'changes',
  webhook_delivery: 'deletes',
  webhook_line: 'changes, deletes',
  webhook_progress: 'changes, deletes',
  webhook_stream: 'changes, deletes',
  setting: 'changes',
  sign_in_challenge: 'changes',
  system_network: 'changes, deletes',
  campaign_spent: 'none',
  campaign_target: 'changes',
  campaign_contact: 'changes',
  task_credit: 'changes, deletes',
  customer_forecast: 'changes, deletes',
  retention_fit: 'changes, deletes',
  unproved_contact: 'changes, deletes',
  user_identity: 'changes, deletes',
  user_preference: 'changes',
  user_outlet: 'deletes',
  user_privilege: 'deletes',
  user_role: 'deletes',
  watch_act: 'none',
  schema_migration: 'none',
}

/** Tables that only the database itself writes. */
export const databaseOnlyTables: readonly string[] = [
  'audit_detached',
  'audit_erased_value',
  'audit_erasure',
  'audit_head',
  'audit_record',
  'audit_seal',
  'audit_seal_mark',
  'backup_run',
  'business_zone',
  'campaign_spent',
  'schema_migration',
  'watch_act',
]

// The request fields that sections 3, 5, 7 and 9 of the specification name for each call.
// Calls that add or update a record take the fields of its entity; only updates send a key that the server assigns.

const list = 'Rows Page Search'
const searches = (...names: string[]) => `${list} ${names.map((name) => `Search.${name}`).join(' ')}`

const adjustment =
  'MembershipNo TransactionType InvoiceNo TransactionId SequenceNo PointAmount PointReversed PointUtilized PointExpired ObjectType ObjectValue Status'
const customer = 'Status FullName IdType IdNo ContactNo Email RecommendMembershipNo VerifiedEmailYN MemberType'
const membership =
  'MembershipNo Status Name CustomerId CardCategoryCode Gender Ethnicity City State RegisteredOutletCode NearestOutletCode RegistrationSource MemberType'
const transaction = 'SalesOrder TransactionType InvoiceNo TotalAmount PerformedAt'
const transactionDetail = 'SalesOrder SequenceNo OldSequenceNo'
const task = 'Name Description GroupCode Status SSOBuildingId DueDate CreatedAt Customer TaskProgressLog'
const progressLog = 'TaskId Name ContactType Description FollowUpDate Status UpdatedByStaffName'
const amendment = 'ReviewedById ReviewedDate CustomerId ActionType UpdatedById'
const reward = 'Code Type Status PointDeduct Images'
const customerReward =
  'CustomerId RewardId Type Status Remarks MembershipNo InvoiceNo VoucherNo SecurityCode IsBirthdayPointDeduct DeductPointInClaimYN ValidityFrom ValidityTo ' +
  ['Redeemed', 'Collected', 'Claimed', 'Cancelled'].map((act) => `${act}ById ${act}OutletCode ${act}Date`).join(' ')
const template = 'ContactType ReferenceCode isCampaign'
const campaign =
  'CampaignCode CampaignName CampaignType StartDate EndDate Status AwardPointYN BalanceType AwardPoint MinimumPurchase'
const activityType = 'ActivityCode Description Status AutoSyncYN CreatedById'
const productGroup = 'ProductCode ProductName ProductType Status CreatedById'
const customField =
  'ObjectType CustomFieldCode CustomFieldName FieldType IsMandatoryYN SequenceNo FieldListId AutoSyncYN Status ListItems'
const activity = 'CustomerId ActivityCode ActivityLog Status SSOBuildingId'
const feedback = 'Name Code Description Type DisplayOption Status'
const question = 'FeedbackId LanguageCode Status FeedbackOptions'
const leadSource = 'Code Name Type Status'
const taskGroup = 'Code Name Description Status Remarks CreatedById'
const cardCategory = 'Code Description Status LevelSequence Name CardGroupId Color'
const voucher = ['VoucherType', 'Value', 'Reference', 'ExpiryDate', 'Status', 'IsAssignedYN', 'PostedToProntoYN']

export const requestFields: Record<string, string> = {
  'POST /point/structures/add': 'Status Details',
  'POST /point/structures/find-all': list,
  'POST /point/structures/find-one': 'StructureId',
  'POST /point/structures/update': 'StructureId Status Details',
  'POST /point/structures/delete': 'StructureId',
  'POST /point/structure-details/add': 'StructureId EffectiveFrom EffectiveTo',
  'POST /point/structure-details/update': 'StructureDetailId StructureId EffectiveFrom EffectiveTo',
  'POST /point/rates/add': 'Brand ObjectType',
  'POST /point/rates/update': 'RateId Brand ObjectType',
  'POST /point/rates/find-all': list,
  'POST /point/rates/find-one': 'RateId',
  'POST /point/rates/delete': 'RateId',
  'POST /point/rate-details/add': 'RateId Amount PointRate',
  'POST /point/rate-details/find-all': list,
  'POST /point/rate-details/update': 'RateDetailId RateId Amount PointRate',
  'POST /point/rate-details/expire': 'RateDetailId',
  'POST /point/rate-details/delete': 'RateDetailId',
  'POST /point/adjustments/add': adjustment,
  'POST /point/adjustments/find-all': `${list} SortOption SortDirection TransactionStartDate TransactionEndDate`,
  'POST /point/adjustments/find-one': 'HistoryId',
  'POST /point/adjustments/update': `HistoryId ${adjustment}`,
  'POST /point/adjustments/delete': 'HistoryId',
  'POST /point/expires/group/find-all': list,
  'POST /point/expires/find-all': list,
  'POST /point/expires': 'MembershipNo',
  'POST /point/expiry-rewards/add': 'MembershipNo ExpiryYear ExpiryMonth PointExpiry PointBalance ReferenceCode',
  'POST /point/expiry-rewards/eligible':
    'ExpiryMonth ExpiryYear MembershipNo IdNo ContactNo Email OutletCode Status DateFrom DateTo',
  'POST /customer/memberships/add': membership,
  'POST /customer/memberships/find-all': searches('MembershipNo', 'IdNo', 'ContactNo', 'Email'),
  'POST /customer/memberships/find-one': 'mbsno',
  'POST /customer/memberships/update': membership,
  'POST /customer/memberships/delete': 'MembershipNo',
  'POST /customer/memberships/balances': 'MembershipNo Search Search.BalanceType',
  'POST /customer/memberships/downgrade-listing': list,
  'POST /customer/customers/find-all': searches('IdNo', 'ContactNo', 'FullName'),
  'POST /customer/customers/add': customer,
  'POST /customer/customers/update': `CustomerId ${customer}`,
  // The calls of customers refuse fields that customers must not set, instead of ignoring them.
  'POST /customer/customers/self-service': 'FullName IdType IdNo ContactNo Email',
  'PUT /customer/profile': 'FullName IdType IdNo ContactNo',
  'POST /customer/customers/updated-histories/add': amendment,
  'POST /customer/customers/updated-histories/update': `HistoryId ${amendment}`,
  'POST /customer/customers/updated-histories/find-all': searches('CustomerId', 'ActionType', 'UpdatedById'),
  'POST /customer/referrer-listing/find-all': list,
  'POST /customer-types/find-all': list,
  'POST /customer/tags/add': 'CustomerId Name Status',
  'POST /customer/tags/find-all': list,
  'POST /customer/tags/find-one': 'TagId',
  'POST /customer/tags/delete': 'TagId',
  'POST /customer/activities/find-all': `${list} Sort`,
  'POST /customer/activities/add': activity,
  'POST /customer/activities/update': `ActivityId ${activity}`,
  'POST /customer/activities/delete': 'ActivityId',
  'POST /customer/activity-types/find-all': list,
  'POST /customer/activity-types/find-one': 'ActivityCode',
  'POST /customer/activity-types/add': activityType,
  'POST /customer/activity-types/update': activityType,
  'POST /customer/activity-types/delete': 'ActivityCode',
  'POST /customer/lead-sources/add': leadSource,
  'POST /customer/lead-sources/find-all': searches('Code', 'Name', 'Type', 'Status'),
  'POST /customer/lead-sources/find-one': 'LeadSourceId',
  'POST /customer/lead-sources/update': `LeadSourceId ${leadSource}`,
  'POST /customer/lead-sources/delete': 'LeadSourceId',
  'POST /customer/email/update': 'Email VerifiedEmailYN MemberType',
  'POST /customer/addresses/add': 'CustomerId',
  'POST /customer/addresses/update': 'AddressId CustomerId',
  'POST /passcodes/find-all': searches('Passcode', 'ObjectType', 'ObjectId'),
  'POST /passcodes/validate': 'Passcode',
  'POST /passcodes/add': 'Passcode ObjectType ObjectId Status',
  'POST /member/card-groups/add': 'Name Description Status',
  'POST /member/card-groups/update': 'GroupId Name Description Status',
  'POST /member/card-categories/add': cardCategory,
  'POST /member/card-categories/update': `CardCategoryId ${cardCategory}`,
  'POST /member/card-levels/find-all': searches('Status', 'FirstSalesAmount'),
  'POST /member/level-histories/add': 'Action MembershipNo',
  'POST /member/level-histories/find-all': list,
  'POST /member/level-histories/find-one': 'LevelHistoryId',
  'PUT /member/level-histories/{LevelHistoryId}': 'LevelHistoryId Action MembershipNo',
  'POST /customer/memberships/transaction-summaries/add': transaction,
  'POST /customer/transaction-summaries/find-all': list,
  'POST /customer/transaction-summaries/normal/find-one': 'InvoiceNo',
  'POST /customer/transaction-summaries/normal/update': transaction,
  'POST /customer/transaction-summaries/cancel/find-one': 'InvoiceNo',
  'POST /customer/transaction-summaries/cancel/update': transaction,
  'POST /customer/transaction-details/add': transactionDetail,
  'POST /customer/transaction-details/find-all': list,
  'POST /customer/transaction-details/update': transactionDetail,
  'POST /reward/rewards/find-all': list,
  'POST /reward/rewards/find-one': 'RewardId',
  'POST /reward/rewards/add': reward,
  'POST /reward/rewards/update': `RewardId ${reward}`,
  'POST /reward/rewards/delete': 'RewardId',
  'POST /reward/objects/add': 'RewardId ObjectType ObjectValue Status',
  'POST /reward/objects/find-all': list,
  'POST /reward/objects/update': 'RewardObjectId RewardId ObjectType ObjectValue Status',
  'POST /reward/objects/delete': 'RewardObjectId',
  'POST /reward/inventories/add': 'RewardId Status',
  'POST /reward/inventories/update': 'InventoryId RewardId Status',
  'POST /reward/inventories/delete': 'InventoryId',
  'POST /reward/customer-rewards/find-all': list,
  'POST /reward/customer-rewards/find-one': 'ReferenceCode',
  'POST /reward/customer-rewards/add': `ReferenceCode ${customerReward}`,
  'POST /reward/customer-rewards/update': `ReferenceCode ${customerReward}`,
  'POST /reward/customer-rewards/delete': 'ReferenceCode',
  'POST /reward/customer-rewards/eligible': 'MembershipNo',
  'POST /reward/contact-templates/add': template,
  'POST /reward/contact-templates/update': `TemplateId ${template}`,
  'POST /reward/contact-templates/delete': 'TemplateId',
  'POST /reward/contact-templates/find-one': 'TemplateId',
  'POST /reward/contact-templates/find-all': `${list} isCampaign`,
  'POST /reward/contact-templates/customer/find-all': 'Option',
  'POST /media/upload': 'ObjectId ObjectType Type FileName FileExtension Title Description',
  'POST /media/find-all': searches('ObjectId', 'ObjectType'),
  'POST /campaign/campaigns/find-all': list,
  'POST /campaign/campaigns/find-one': 'CampaignCode',
  'POST /campaign/campaigns/add': campaign,
  'POST /campaign/campaigns/update': campaign,
  'POST /campaign/campaigns/delete': 'CampaignCode',
  'POST /campaign/objects/add': 'CampaignCode ObjectCode ObjectValue',
  'POST /campaign/objects/find-all': list,
  'POST /campaign/objects/delete': 'CampaignObjectId',
  'POST /campaign/target-lists/find-all': list,
  'POST /campaign/target-lists/add': 'CampaignCode',
  'POST /campaign/target-lists/delete': 'TargetListId',
  'POST /pronto-sync/vouchers/available': 'VoucherType VoucherPrefix',
  'POST /pronto-sync/vouchers/update': `VoucherNo SecurityCode data ${voucher.map((name) => `data.${name}`).join(' ')}`,
  'POST /pronto-sync/vouchers/find-all': 'Status VoucherNo',
  'POST /pronto-sync/vouchers/update/batch': 'ExpiryDate',
  'POST /pronto-sync/vouchers/delete': 'VoucherNo SecurityCode',
  'POST /product-groups/find-all': list,
  'POST /product-groups/find-one': 'ProductCode',
  'POST /product-groups/add': productGroup,
  'POST /product-groups/update': productGroup,
  'POST /product-groups/delete': 'ProductCode',
  'POST /settings/find-all': searches('Name'),
  'POST /setup/custom-fields/add': customField,
  'POST /setup/custom-fields/update': `CustomFieldId ${customField}`,
  'POST /setup/custom-fields/list-items/find-all': 'FieldListId',
  'POST /feedback/feedback/add': feedback,
  'POST /feedback/feedback/update': `FeedbackId ${feedback}`,
  'POST /feedback/question/add': question,
  'POST /feedback/question/update': `QuestionId ${question}`,
  'POST /feedback/option/add': 'QuestionId Status',
  'POST /feedback/option/update': 'OptionId QuestionId Status',
  'POST /feedback/response/add': 'CustomerId Status',
  'POST /feedback/response/update': 'ResponseId CustomerId Status',
  'POST /task/tasks/add': task,
  'POST /task/tasks/find-all': `${list} Search.Status Search.SSOBuildingId`,
  'POST /task/tasks/find-one': 'TaskId',
  'POST /task/tasks/update': `TaskId ${task}`,
  'POST /task/tasks/delete': 'TaskId',
  'POST /task/groups/add': taskGroup,
  'POST /task/groups/update': taskGroup,
  'POST /task/progress-logs/add': progressLog,
  'POST /task/progress-logs/update': `ProgressLogId ${progressLog}`,
  'POST /reporting/point-summary-report': 'MembershipNo CustomerIDNo ContactNo',
  'POST /reporting/member-profile-amendment-report':
    'rows page DateFrom DateTo MemberType CustomerId ActionType UpdatedById',
  'POST /reporting/customer-transaction-report':
    'TransactionDateFrom TransactionDateTo MembershipNo InvoiceNo SalesPersonCode OutletCode ProductType ProductGroup AmountFrom AmountTo ExcludeCancelTrxYN',
  'POST /reporting/customer-analysis-report':
    'OutletCode DateFrom DateTo MemberType AnalysisType ReportOption ReportType',
  'POST /buildings/find-all': 'Search.Status Search.building_type_id',
  'GET /lists/items': 'ListName',
  'POST /audit-log/add': 'TableName ObjectType ObjectId ActionType UpdatedFieldName PreviousInfo UpdatedInfo',
  'POST /audit-log/find-all': list,
  'POST /login-activities/add': 'SessionId SourceIP ObjectType ObjectId ActivityDateTime ActivityDescription',
}

/** Section 9: the default number of rows of a list. */
export const defaultRows: Record<number, readonly string[]> = {
  5: ['/task/tasks/find-all', '/task/progress-logs/find-all', '/login-activities/find-all'],
  10: [
    '/reward/rewards/find-all',
    '/campaign/campaigns/find-all',
    '/reward/contact-templates/find-all',
    '/customer/memberships/find-all',
    '/customer/transaction-summaries/find-all',
    '/point/expires/find-all',
    '/customer/activities/find-all',
    '/pronto-sync/vouchers/find-all',
    '/customer/customers/find-all',
  ],
  20: [
    '/point/structures/find-all',
    '/point/rates/find-all',
    '/point/rate-details/find-all',
    '/point/adjustments/find-all',
    '/member/level-histories/find-all',
    '/customer/activity-types/find-all',
    '/campaign/target-lists/find-all',
    '/reward/customer-rewards/eligible',
  ],
  100: ['/reward/objects/find-all'],
  999: ['/customer/customers/updated-histories/find-all'],
  1000: [
    '/passcodes/find-all',
    '/product-groups/find-all',
    '/feedback/feedback/find-all',
    '/feedback/question/find-all',
    '/feedback/option/find-all',
    '/feedback/response/find-all',
    '/customer/lead-sources/find-all',
  ],
}

/** Section 9: lists that are fetched without a limit, as `Rows` is the largest safe integer or, for tasks, 9,999. */
export const wholeLists = [
  '/campaign/objects/find-all',
  '/reporting/member-listing',
  '/reporting/inactive-member-report',
  '/reporting/reactive-member-report',
  '/member/card-categories/find-all',
  '/member/card-groups/find-all',
  '/task/tasks/find-all',
]

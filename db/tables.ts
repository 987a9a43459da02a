// Generated from the migrated database by `npm run generate`; a test fails when it drifts. Don't edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Instants are read as ISO text in UTC. */
type Moment = ColumnType<string, string | Date, string | Date>
type GeneratedMoment = ColumnType<string, string | Date | undefined, string | Date>
type MomentOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Read as a value, written as JSON text: the driver would send an array as a PostgreSQL array. */
type Json = ColumnType<JsonValue, string, string>
type GeneratedJson = ColumnType<JsonValue, string | undefined, string>
type JsonOrNull = ColumnType<JsonValue, string | null | undefined, string | null>

export interface Tables {
  ActPutOff: ActPutOffTable
  ActivityType: ActivityTypeTable
  Approval: ApprovalTable
  ArchivedMember: ArchivedMemberTable
  AuditDetached: AuditDetachedTable
  AuditErasedValue: AuditErasedValueTable
  AuditErasure: AuditErasureTable
  AuditHead: AuditHeadTable
  AuditLog: AuditLogTable
  AuditRecord: AuditRecordTable
  AuditSeal: AuditSealTable
  AuditSealMark: AuditSealMarkTable
  Authenticator: AuthenticatorTable
  BackupRun: BackupRunTable
  Building: BuildingTable
  BusinessZone: BusinessZoneTable
  Campaign: CampaignTable
  CampaignContact: CampaignContactTable
  CampaignGift: CampaignGiftTable
  CampaignObject: CampaignObjectTable
  CampaignSend: CampaignSendTable
  CampaignSpent: CampaignSpentTable
  CampaignTarget: CampaignTargetTable
  CardCategory: CardCategoryTable
  CardGroup: CardGroupTable
  CardLevel: CardLevelTable
  ConsentWording: ConsentWordingTable
  ConsentWordingVersion: ConsentWordingVersionTable
  ContactChange: ContactChangeTable
  ContactLog: ContactLogTable
  ContactTemplate: ContactTemplateTable
  ContactTemplateVersion: ContactTemplateVersionTable
  CustomField: CustomFieldTable
  CustomFieldItem: CustomFieldItemTable
  Customer: CustomerTable
  CustomerAccess: CustomerAccessTable
  CustomerActivity: CustomerActivityTable
  CustomerAddress: CustomerAddressTable
  CustomerCode: CustomerCodeTable
  CustomerConsent: CustomerConsentTable
  CustomerErasure: CustomerErasureTable
  CustomerForecast: CustomerForecastTable
  CustomerReward: CustomerRewardTable
  CustomerTag: CustomerTagTable
  Department: DepartmentTable
  ErpInbox: ErpInboxTable
  ErpLink: ErpLinkTable
  ErpOutbox: ErpOutboxTable
  Event: EventTable
  EventHead: EventHeadTable
  EventMember: EventMemberTable
  EventOutbox: EventOutboxTable
  EventReader: EventReaderTable
  ExpiryContact: ExpiryContactTable
  ExportJob: ExportJobTable
  ExportSchedule: ExportScheduleTable
  ExportScheduleSend: ExportScheduleSendTable
  Favourite: FavouriteTable
  Feedback: FeedbackTable
  FeedbackAnswer: FeedbackAnswerTable
  FeedbackInvitation: FeedbackInvitationTable
  FeedbackItem: FeedbackItemTable
  FeedbackOption: FeedbackOptionTable
  FeedbackQuestion: FeedbackQuestionTable
  FeedbackResponse: FeedbackResponseTable
  FieldTranslation: FieldTranslationTable
  HouseholdLink: HouseholdLinkTable
  IdempotencyKey: IdempotencyKeyTable
  IdentityRequest: IdentityRequestTable
  ImportJob: ImportJobTable
  ImportRowResult: ImportRowResultTable
  ImportantDate: ImportantDateTable
  JewelleryProfile: JewelleryProfileTable
  JewellerySize: JewellerySizeTable
  LeadProspect: LeadProspectTable
  LeadSource: LeadSourceTable
  LiabilityMonth: LiabilityMonthTable
  ListChoice: ListChoiceTable
  ListItem: ListItemTable
  ListView: ListViewTable
  LiveList: LiveListTable
  LoginActivity: LoginActivityTable
  Media: MediaTable
  MemberMerge: MemberMergeTable
  MemberMergeSnapshot: MemberMergeSnapshotTable
  Membership: MembershipTable
  MembershipCycleReview: MembershipCycleReviewTable
  MembershipLevelHistory: MembershipLevelHistoryTable
  MessageOccasion: MessageOccasionTable
  MessageReport: MessageReportTable
  MessageWanted: MessageWantedTable
  NightlyRun: NightlyRunTable
  NightlyStep: NightlyStepTable
  OfflineAllowance: OfflineAllowanceTable
  OfflineRedemption: OfflineRedemptionTable
  OutboxMessage: OutboxMessageTable
  Passcode: PasscodeTable
  Passkey: PasskeyTable
  PasskeyChallenge: PasskeyChallengeTable
  PasswordLink: PasswordLinkTable
  PointAllocation: PointAllocationTable
  PointBalance: PointBalanceTable
  PointExpiryOffer: PointExpiryOfferTable
  PointHistory: PointHistoryTable
  PointRate: PointRateTable
  PointRateDetail: PointRateDetailTable
  PointSimulation: PointSimulationTable
  PointStructure: PointStructureTable
  PointStructureDetail: PointStructureDetailTable
  Postcode: PostcodeTable
  ProductGroup: ProductGroupTable
  ProfileUpdatedField: ProfileUpdatedFieldTable
  ProfileUpdatedHistory: ProfileUpdatedHistoryTable
  ProofDifference: ProofDifferenceTable
  ProofRun: ProofRunTable
  ProviderSignIn: ProviderSignInTable
  PurchaseChange: PurchaseChangeTable
  PurchaseDay: PurchaseDayTable
  RateLimit: RateLimitTable
  RecentRecord: RecentRecordTable
  RecoveryCode: RecoveryCodeTable
  Referral: ReferralTable
  ReportUse: ReportUseTable
  RetentionFit: RetentionFitTable
  Reward: RewardTable
  RewardGiven: RewardGivenTable
  RewardInventory: RewardInventoryTable
  RewardMovement: RewardMovementTable
  RewardObject: RewardObjectTable
  RewardReview: RewardReviewTable
  RewardWaiting: RewardWaitingTable
  SaleBonus: SaleBonusTable
  SaleCheck: SaleCheckTable
  SaleHeadCheck: SaleHeadCheckTable
  SchemaMigration: SchemaMigrationTable
  ScimGrantedRole: ScimGrantedRoleTable
  ScimGroup: ScimGroupTable
  ScimGroupMember: ScimGroupMemberTable
  ScimGroupRole: ScimGroupRoleTable
  ScimUser: ScimUserTable
  Segment: SegmentTable
  SelfServiceVisit: SelfServiceVisitTable
  Session: SessionTable
  Setting: SettingTable
  SignInChallenge: SignInChallengeTable
  SoldLine: SoldLineTable
  Staff: StaffTable
  StockGroup: StockGroupTable
  SystemNetwork: SystemNetworkTable
  TargetAddition: TargetAdditionTable
  Task: TaskTable
  TaskCredit: TaskCreditTable
  TaskGroup: TaskGroupTable
  TaskProgressLog: TaskProgressLogTable
  TransactionDetail: TransactionDetailTable
  TransactionSummary: TransactionSummaryTable
  UnprovedContact: UnprovedContactTable
  UserAccount: UserAccountTable
  UserIdentity: UserIdentityTable
  UserOutlet: UserOutletTable
  UserPreference: UserPreferenceTable
  UserPrivilege: UserPrivilegeTable
  UserRole: UserRoleTable
  Voucher: VoucherTable
  WatchAct: WatchActTable
  WatchDecision: WatchDecisionTable
  WatchFinding: WatchFindingTable
  WatchMark: WatchMarkTable
  WebhookDelivery: WebhookDeliveryTable
  WebhookEndpoint: WebhookEndpointTable
  WebhookLine: WebhookLineTable
  WebhookProgress: WebhookProgressTable
  WebhookStream: WebhookStreamTable
}

export interface ActPutOffTable {
  UserId: number
  MembershipNo: string
  Act: string
  AgainOn: string
}

export interface ActivityTypeTable {
  ActivityCode: string
  Description: string
  AutoSyncYN: Generated<'Y' | 'N'>
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface ApprovalTable {
  ApprovalId: GeneratedAlways<number>
  Kind: string
  ObjectType: string
  ObjectId: string
  Summary: Json
  Payload: Json
  Privilege: string
  MembershipNo: string | null
  OutletCode: string | null
  RequestedById: number | null
  RequestedBy: string
  RequestedAt: Moment
  Status: Generated<'Pending' | 'Approved' | 'Rejected' | 'Withdrawn'>
  DecidedById: number | null
  DecidedBy: string | null
  DecidedAt: MomentOrNull
  DecisionRemark: string | null
}

export interface ArchivedMemberTable {
  ArchiveId: GeneratedAlways<number>
  CustomerId: number
  CustomerStatus: 'Active' | 'Inactive' | 'Suspended'
  Memberships: Json
  Points: number
  Remark: string | null
  ArchivedById: number | null
  ArchivedBy: string
  ArchivedAt: Moment
  ReactivatedHow: 'Staff' | 'Purchase' | null
  ReactivatedById: number | null
  ReactivatedBy: string | null
  ReactivatedAt: MomentOrNull
}

export interface AuditDetachedTable {
  Log: string
  Month: string
  DetachedAt: GeneratedMoment
}

export interface AuditErasedValueTable {
  Log: 'audit_record' | 'audit_log'
  EntryId: number
  SealNo: number
  Digest: Buffer
  ErasureId: number
}

export interface AuditErasureTable {
  ErasureId: GeneratedAlways<number>
  ObjectType: string
  ObjectId: string
  ErasedAt: GeneratedMoment
  Entries: number
  Digest: Buffer
}

export interface AuditHeadTable {
  Day: string
  SealNo: number
  Hash: Buffer
  NotedAt: GeneratedMoment
}

export interface AuditLogTable {
  AuditLogId: GeneratedAlways<number>
  LoggedAt: Moment
  ActionType: string
  ObjectType: string
  ObjectId: string
  LogText: string
  UpdatedById: number | null
  UpdatedBy: string | null
  OutletCode: string | null
  SessionId: string | null
  SourceIP: string | null
  RequestId: string | null
}

export interface AuditRecordTable {
  AuditRecordId: GeneratedAlways<number>
  AuditedAt: Moment
  TableName: string
  ObjectType: string
  ObjectId: string
  ActionType: 'Add' | 'Update' | 'Delete' | 'Import' | 'Erase'
  UpdatedFieldName: string | null
  PreviousInfo: string | null
  UpdatedInfo: string | null
  UpdatedById: number | null
  UpdatedBy: string | null
  OutletCode: string | null
  SessionId: string | null
  SourceIP: string | null
  RequestId: string | null
}

export interface AuditSealTable {
  SealNo: number
  Log: 'audit_record' | 'audit_log'
  SealedAt: Moment
  Ids: string[]
  FirstId: number
  LastId: number
  FirstAt: Moment
  LastAt: Moment
  Salts: Buffer
  Marks: Buffer
  Digest: Buffer
  Hash: Buffer
}

export interface AuditSealMarkTable {
  Log: string
  SealedTo: Generated<number>
  SettledTo: Generated<number>
  Reached: Generated<number>
  PendingTo: number | null
  PendingAt: MomentOrNull
}

export interface AuthenticatorTable {
  UserId: number
  SecretSealed: Buffer
  KeyId: string
  CreatedAt: Moment
  ConfirmedAt: MomentOrNull
  Attempts: Generated<number>
  LastStep: number | null
  LastUsedAt: MomentOrNull
}

export interface BackupRunTable {
  BackupRunId: GeneratedAlways<number>
  MadeAt: Moment
  RowCount: number
  FileCount: number
}

export interface BuildingTable {
  BuildingId: GeneratedAlways<number>
  Code: string
  Name: string
  BuildingTypeId: number
  Phone: string | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  CreatedAt: GeneratedMoment
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface BusinessZoneTable {
  OneRow: Generated<boolean>
  Zone: string
}

export interface CampaignTable {
  CampaignCode: string
  CampaignName: string
  CampaignType: string
  StartDate: string
  EndDate: string
  Status: Generated<'Draft' | 'Active' | 'Paused' | 'Ended' | 'Deleted'>
  AwardPointYN: Generated<'Y' | 'N'>
  BalanceType: Generated<string>
  AwardPoint: number | null
  Multiplier: string | null
  AwardPer: Generated<'Member' | 'Invoice'>
  MinimumPurchase: string | null
  RewardId: number | null
  BudgetPoints: number | null
  ControlPercent: Generated<number>
  OwnerId: number | null
  Remarks: string | null
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
  RanOutYN: Generated<'Y' | 'N'>
  TemplateId: number | null
}

export interface CampaignContactTable {
  ContactId: GeneratedAlways<number>
  TargetListId: number
  SendId: number | null
  Channel: 'Email' | 'SMS' | 'WhatsApp' | 'Call' | 'Mail'
  Status: 'Waiting' | 'Done' | 'Cancelled'
  Result: string | null
  Remark: string | null
  MessageId: string | null
  Attempts: Generated<number>
  NextTryAt: Moment
  ContactedById: number | null
  ContactedAt: MomentOrNull
}

export interface CampaignGiftTable {
  CampaignCode: string
  TransactionId: number
  RewardId: number
  Lines: number[]
  Minimum: Generated<string>
  ReturnedYN: Generated<'Y' | 'N'>
}

export interface CampaignObjectTable {
  CampaignObjectId: GeneratedAlways<number>
  CampaignCode: string
  ObjectCode: 'Brand' | 'ProductGroup' | 'ProductType' | 'StockGroup' | 'Outlet' | 'CardCategory'
  ObjectValue: string
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface CampaignSendTable {
  SendId: GeneratedAlways<number>
  CampaignCode: string
  TemplateId: number
  TemplateVersion: number
  ContactType: 'Email' | 'SMS'
  Status: Generated<'Running' | 'Paused' | 'Completed' | 'Cancelled'>
  Targets: number
  StartedById: number | null
  StartedAt: Moment
  EndedAt: MomentOrNull
}

export interface CampaignSpentTable {
  CampaignCode: string
  Points: Generated<number>
  Most: number
}

export interface CampaignTargetTable {
  TargetListId: GeneratedAlways<number>
  CampaignCode: string
  CustomerId: number
  Status: Generated<'Active' | 'Excluded' | 'Deleted'>
  Source: 'Manual' | 'Import' | 'Segment' | 'Report'
  SourceName: string | null
  Bucket: number
  AddedById: number | null
  AddedAt: Moment
  ContactedAt: MomentOrNull
  Channel: 'Email' | 'SMS' | 'WhatsApp' | 'Call' | 'Mail' | null
  Result: string | null
  MessageId: string | null
  CountedFrom: MomentOrNull
  ConvertedTransactionId: number | null
  LiveListId: number | null
}

export interface CardCategoryTable {
  CardCategoryId: GeneratedAlways<number>
  Code: string
  CardGroupId: number
  Name: string
  Description: string | null
  LevelSequence: number
  Color: string
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface CardGroupTable {
  GroupId: GeneratedAlways<number>
  Name: string
  Description: string
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface CardLevelTable {
  CardLevelId: GeneratedAlways<number>
  CardCategoryId: number
  FirstSalesAmount: string
  AccumulateAmount: Generated<string>
  MaintainAmount: Generated<string>
  CycleMonths: Generated<number>
  GraceDays: Generated<number>
  DowngradeMode: Generated<'One level' | 'Re-assess' | 'Never'>
  PointMultiplier: Generated<string>
  BirthdayMultiplier: Generated<string>
  PointValidityMonths: number | null
  EffectiveFrom: string
  EffectiveTo: string | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface ConsentWordingTable {
  Version: string
  Channel: 'Service' | 'Email' | 'SMS' | 'WhatsApp' | 'Call' | 'Mail'
  Language: 'en' | 'zh' | 'fr' | 'ja'
  Wording: string
}

export interface ConsentWordingVersionTable {
  VersionId: GeneratedAlways<number>
  Version: string
  PublishedAt: Moment
  PublishedById: number | null
  PublishedBy: string | null
  Remark: string | null
}

export interface ContactChangeTable {
  ChangeId: GeneratedAlways<number>
  CustomerId: number
  Fields: string[]
  ChangedAt: Moment
  HeldUntil: Moment
  ConfirmedAt: MomentOrNull
  ConfirmedById: number | null
  OutletCode: string | null
}

export interface ContactLogTable {
  MessageId: string
  CreatedAt: Moment
  CustomerId: number
  MembershipNo: string | null
  ContactType: 'Email' | 'SMS'
  Purpose: 'Service' | 'Marketing'
  Recipient: string | null
  TemplateId: number
  TemplateVersion: number
  Event: string | null
  ReferenceCode: string | null
  Language: string
  Subject: string | null
  Html: string | null
  Text: string | null
  Result: 'Queued' | 'Sent' | 'Delivered' | 'Failed' | 'Bounced' | 'Opted out'
  Reason: string | null
  SentAt: MomentOrNull
  ResultAt: MomentOrNull
  ProviderId: string | null
  CreatedById: number | null
  OutletCode: string | null
}

export interface ContactTemplateTable {
  TemplateId: GeneratedAlways<number>
  Name: string
  ContactType: 'Email' | 'SMS'
  Event: string | null
  ReferenceCode: string | null
  IsCampaign: Generated<'Y' | 'N'>
  Texts: GeneratedJson
  Names: Generated<string[]>
  Status: Generated<'Draft' | 'Active' | 'Inactive' | 'Deleted'>
  CreatedById: number | null
  Version: Generated<number>
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface ContactTemplateVersionTable {
  TemplateId: number
  Version: number
  Language: 'en' | 'zh' | 'fr' | 'ja' | 'ms'
  Subject: string | null
  Html: string | null
  Text: string
  CreatedAt: Moment
}

export interface CustomFieldTable {
  CustomFieldId: GeneratedAlways<number>
  ObjectType: 'Customer' | 'Task' | 'Rewards'
  CustomFieldCode: string
  CustomFieldName: string
  FieldType: 'Text' | 'Selection' | 'Multiple Selection' | 'Multiline Text' | 'Email' | 'Number' | 'Date' | 'Datetime'
  IsMandatoryYN: Generated<'Y' | 'N'>
  SequenceNo: number
  FieldListId: string | null
  AutoSyncYN: Generated<'Y' | 'N'>
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface CustomFieldItemTable {
  CustomFieldItemId: GeneratedAlways<number>
  FieldListId: string
  Value: string
  Labels: GeneratedJson
  SequenceNo: number
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  CreatedAt: GeneratedMoment
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface CustomerTable {
  CustomerId: GeneratedAlways<number>
  Status: Generated<'Active' | 'Inactive' | 'Suspended' | 'Archived' | 'Merged' | 'Deleted'>
  MemberType: Generated<'Premium Member' | 'Non-Premium Member'>
  Salutation: string | null
  FullName: string
  PreferredName: string | null
  IdType: string | null
  IdNo: string | null
  IdNotGivenYN: Generated<'Y' | 'N'>
  DateOfBirth: string | null
  Gender: string | null
  Ethnicity: string | null
  Nationality: string | null
  MaritalStatus: string | null
  ContactNo: string | null
  ContactNoTyped: string | null
  AlternateContactNo: string | null
  Email: string | null
  VerifiedEmailYN: Generated<'Y' | 'N'>
  VerifiedEmailAt: MomentOrNull
  Language: string | null
  SpokenLanguages: Generated<string[]>
  ProfessionLevel: string | null
  MonthlyIncomeRange: string | null
  WhereYouKnowUs: string | null
  RecommendMembershipNo: string | null
  RegisteredOutletCode: string
  NearestOutletCode: string | null
  RegistrationSource: 'Self Registration Portal' | 'CRM' | 'Import'
  PreferredStaffId: number | null
  SpouseName: string | null
  SpouseBirthday: string | null
  WeddingAnniversary: string | null
  Remarks: string | null
  UpgradePendingYN: Generated<'Y' | 'N'>
  UpgradeData: JsonOrNull
  ExternalRef: string | null
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
  MergedIntoCustomerId: number | null
  LeadSourceId: number | null
  CustomValues: GeneratedJson
  ErasedAt: MomentOrNull
}

export interface CustomerAccessTable {
  SessionId: number
  CustomerId: number
  UserId: number
  Way: string
  OpenedAt: Moment
  EndsAt: Moment
}

export interface CustomerActivityTable {
  ActivityId: GeneratedAlways<number>
  CustomerId: number
  ActivityCode: string
  ActivityLog: string
  BuildingId: number
  StaffId: number | null
  Status: Generated<'Active' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: Moment
  UpdatedById: number | null
  UpdatedAt: Moment
  Version: Generated<number>
}

export interface CustomerAddressTable {
  AddressId: GeneratedAlways<number>
  CustomerId: number
  AddressType: string
  Line1: string
  Line2: string | null
  Line3: string | null
  Postcode: string | null
  City: string | null
  State: string | null
  Country: Generated<string>
  IsPrimaryYN: Generated<'Y' | 'N'>
  ReturnedMailYN: Generated<'Y' | 'N'>
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface CustomerCodeTable {
  ChallengeId: string
  Purpose: 'Sign-in' | 'E-mail'
  CustomerId: number | null
  SessionId: number | null
  Email: string | null
  CodeHash: Buffer
  Attempts: Generated<number>
  AttemptsMost: Generated<number>
  SourceIP: string | null
  CreatedAt: Moment
  ExpiresAt: Moment
  UsedAt: MomentOrNull
}

export interface CustomerConsentTable {
  ConsentId: GeneratedAlways<number>
  CustomerId: number
  Channel: 'Service' | 'Email' | 'SMS' | 'WhatsApp' | 'Call' | 'Mail'
  GrantedYN: 'Y' | 'N'
  WordingVersion: string
  Source: string
  OutletCode: string | null
  RecordedById: number | null
  RecordedAt: Moment
  WordingLanguage: string | null
}

export interface CustomerErasureTable {
  ErasureId: GeneratedAlways<number>
  CustomerId: number
  ApprovalId: number
  RequestedBy: string
  ApprovedBy: string
  ApprovedAt: Moment
  Status: Generated<'Waiting' | 'Done'>
  DoneAt: MomentOrNull
  Figures: JsonOrNull
}

export interface CustomerForecastTable {
  CustomerId: number
  AsOf: string
  PurchaseDays: number
  FirstPurchaseDate: string
  LastPurchaseDate: string
  UsualDays: number | null
  ProbabilityActive: string | null
  ExpectedPurchases: string | null
  ExpectedValue: string | null
}

export interface CustomerRewardTable {
  ReferenceCode: string
  RewardId: number
  MembershipNo: string
  CustomerId: number
  Type: 'Free Gift' | 'Premium Gift' | 'Contest' | 'New Member' | 'Birthday' | 'Top Spender' | 'Point Expiry' | 'Referral' | 'Campaign'
  Status: Generated<'Active' | 'Claimed' | 'Collected' | 'Cancelled' | 'Expired' | 'Deleted'>
  Period: string | null
  Points: Generated<number>
  IsBirthdayPointDeduct: Generated<'Y' | 'N'>
  DeductPointInClaimYN: Generated<'Y' | 'N'>
  CashTopUp: Generated<string>
  VoucherType: string | null
  VoucherValue: string | null
  MinimumSpend: string | null
  ValidityFrom: string
  ValidityTo: string
  Remarks: string | null
  OutletCode: string | null
  InventoryId: number | null
  DebitHistoryId: number | null
  Debits: Generated<number>
  InvoiceNo: string | null
  VoucherNo: string | null
  RedeemedById: number | null
  RedeemedOutletCode: string | null
  RedeemedDate: Moment
  ClaimedById: number | null
  ClaimedOutletCode: string | null
  ClaimedDate: MomentOrNull
  CollectedById: number | null
  CollectedOutletCode: string | null
  CollectedDate: MomentOrNull
  CancelledById: number | null
  CancelledOutletCode: string | null
  CancelledDate: MomentOrNull
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: Moment
  UpdatedAt: Moment
}

export interface CustomerTagTable {
  TagId: GeneratedAlways<number>
  CustomerId: number
  Name: string
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface DepartmentTable {
  DepartmentId: GeneratedAlways<number>
  Code: string
  Name: string
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface ErpInboxTable {
  MessageId: string
  Kind: string | null
  VoucherNo: string | null
  Content: Json
  Status: Generated<'Received' | 'Applied' | 'Review' | 'Reviewed'>
  Error: string | null
  ReceivedAt: Moment
  SettledAt: MomentOrNull
  ReviewRemark: string | null
  ReviewedById: number | null
  ReviewedBy: string | null
}

export interface ErpLinkTable {
  OnlyOne: Generated<boolean>
  AnsweredAt: MomentOrNull
  Failures: Generated<number>
  FailingSince: MomentOrNull
  Error: string | null
  RetryAt: MomentOrNull
}

export interface ErpOutboxTable {
  MessageId: Generated<string>
  Kind: 'assigned' | 'voided'
  VoucherNo: string
  Content: Json
  Status: Generated<'Queued' | 'Sent' | 'Failed' | 'Cancelled'>
  Attempts: Generated<number>
  Error: string | null
  CreatedAt: Moment
  NextTryAt: Moment
  SentAt: MomentOrNull
  Faults: Generated<number>
}

export interface EventTable {
  Position: number
  Type: string
  MembershipNo: string | null
  MemberSequence: number | null
  CustomerId: number | null
  Data: Json
  OccurredAt: Moment
  PublishedAt: Moment
  Line: string
}

export interface EventHeadTable {
  OnlyRow: Generated<boolean>
  Epoch: Generated<string>
  LastPosition: Generated<number>
  Timeline: Generated<string>
}

export interface EventMemberTable {
  MembershipNo: string
  LastSequence: number
}

export interface EventOutboxTable {
  OutboxId: GeneratedAlways<number>
  Type: string
  MembershipNo: string | null
  CustomerId: number | null
  Data: Json
  OccurredAt: Moment
}

export interface EventReaderTable {
  UserId: number
  Position: number
  ReadAt: Moment
}

export interface ExpiryContactTable {
  ContactId: GeneratedAlways<number>
  MembershipNo: string
  ContactType: 'Call' | 'WhatsApp' | 'SMS' | 'Email' | 'Mail' | 'In person'
  Outcome: 'Will come' | 'Reached' | 'No answer' | 'Not interested'
  Note: string | null
  OutletCode: string | null
  ContactedById: number | null
  ContactedAt: Moment
}

export interface ExportJobTable {
  ExportId: Generated<string>
  Path: string
  Title: string
  Input: Json
  Columns: Json
  Filters: GeneratedJson
  Format: 'XLSX' | 'CSV' | 'PDF'
  Scope: 'Page' | 'Selected' | 'All'
  Page: number | null
  PageRows: number | null
  KeyField: string | null
  Keys: JsonOrNull
  Language: 'en' | 'zh' | 'fr' | 'ja'
  Reason: string | null
  Status: 'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled' | 'Expired'
  Attempts: Generated<number>
  RowsExpected: number
  RowsDone: Generated<number>
  Message: string | null
  MessageCode: string | null
  FileName: string
  FileBytes: number | null
  FileKey: string | null
  CreatedById: number
  CreatedBy: string
  OutletCode: string | null
  CreatedAt: Moment
  StartedAt: MomentOrNull
  EndedAt: MomentOrNull
  Totals: GeneratedJson
}

export interface ExportScheduleTable {
  ScheduleId: GeneratedAlways<number>
  Title: string
  Path: string
  Input: Json
  Columns: Json
  Totals: GeneratedJson
  Filters: GeneratedJson
  Format: 'XLSX' | 'CSV' | 'PDF'
  Language: 'en' | 'zh' | 'fr' | 'ja'
  FirstDayField: string | null
  LastDayField: string | null
  Period: 'Yesterday' | 'Last 7 Days' | 'Last 30 Days' | 'This Month' | 'Last Month' | 'This Year' | 'Last 12 Months' | null
  Cron: string
  RecipientIds: string[]
  Status: Generated<'Active' | 'Paused' | 'Deleted'>
  PausedYN: Generated<boolean>
  Message: string | null
  MessageCode: string | null
  NextRunAt: MomentOrNull
  LastRunAt: MomentOrNull
  CreatedById: number
  CreatedBy: string
  CreatedAt: Moment
  UpdatedAt: Moment
  Version: Generated<number>
}

export interface ExportScheduleSendTable {
  SendId: GeneratedAlways<number>
  ScheduleId: number
  DueAt: Moment
  UserId: number
  Name: string
  Outcome: 'Preparing' | 'Mailed' | 'No Access' | 'No Address' | 'Failed'
  Message: string | null
  MessageCode: string | null
  ExportId: string | null
  MessageId: string | null
}

export interface FavouriteTable {
  FavouriteId: GeneratedAlways<number>
  CustomerId: number
  Name: string
  Price: string | null
  ImageUrl: string | null
  Remarks: string | null
  HintYN: Generated<'Y' | 'N'>
  GivenById: number | null
  GivenAt: MomentOrNull
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface FeedbackTable {
  FeedbackId: GeneratedAlways<number>
  Name: string
  Code: string
  Description: string
  Type: 'Feedback' | 'Survey'
  DisplayOption: 'All in one page' | 'One question per page'
  Languages: Generated<string[]>
  Texts: GeneratedJson
  OpenFrom: string | null
  OpenTo: string | null
  Audience: Generated<'Anyone' | 'Personal link' | 'After claim' | 'After collect' | 'After purchase'>
  AnonymousYN: Generated<'Y' | 'N'>
  MinimumPurchase: string | null
  RepeatDays: Generated<number>
  LinkDays: Generated<number>
  LowScoreTaskYN: Generated<'Y' | 'N'>
  Status: 'Active' | 'Inactive' | 'Deleted'
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface FeedbackAnswerTable {
  ResponseId: number
  GroupKey: number
  QuestionId: number
  OptionIds: Generated<string[]>
  Number: number | null
  Text: string | null
  Date: string | null
}

export interface FeedbackInvitationTable {
  InvitationId: GeneratedAlways<number>
  FeedbackId: number
  CustomerId: number
  Source: 'Manual' | 'Claim' | 'Collect' | 'Purchase'
  OnceKey: string
  OutletCode: string | null
  StaffId: number | null
  Status: Generated<'Open' | 'Answered' | 'Revoked'>
  OpenTo: string
  CreatedById: number | null
  CreatedAt: Moment
  AnsweredAt: MomentOrNull
}

export interface FeedbackItemTable {
  GroupKey: GeneratedAlways<number>
  FeedbackId: number
  SequenceNo: number
  QuestionType: 'Single choice' | 'Multiple choice' | 'Rating 1-5' | 'NPS 0-10' | 'Yes/No' | 'Short text' | 'Long text' | 'Date' | 'Dropdown'
  RequiredYN: Generated<'Y' | 'N'>
  ShowIfGroupKey: number | null
  ShowIfAnswers: string[] | null
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface FeedbackOptionTable {
  OptionId: GeneratedAlways<number>
  QuestionId: number
  OptionKey: number
  Text: string
  SequenceNo: number
  ScoreValue: number | null
  AllowOtherYN: Generated<'Y' | 'N'>
  Status: 'Active' | 'Inactive' | 'Deleted'
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface FeedbackQuestionTable {
  QuestionId: GeneratedAlways<number>
  FeedbackId: number
  GroupKey: number
  LanguageCode: 'en' | 'zh' | 'fr' | 'ja' | 'ms'
  Text: string
  Revision: Generated<number>
  Status: 'Active' | 'Inactive' | 'Replaced' | 'Deleted'
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface FeedbackResponseTable {
  ResponseId: GeneratedAlways<number>
  FeedbackId: number
  SubmissionKey: string
  CustomerId: number | null
  InvitationId: number | null
  OutletCode: string | null
  StaffId: number | null
  Language: 'en' | 'zh' | 'fr' | 'ja' | 'ms'
  Source: 'Open link' | 'Personal link' | 'Claim' | 'Collect' | 'Purchase' | 'Staff'
  Nps: number | null
  LowScoreYN: Generated<'Y' | 'N'>
  SubmittedAt: Moment
  EnteredById: number | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Remarks: string | null
  Version: Generated<number>
  UpdatedAt: Moment
}

export interface FieldTranslationTable {
  TranslationId: GeneratedAlways<number>
  ObjectType: string
  ObjectId: string
  FieldName: string
  LanguageCode: 'en' | 'zh' | 'fr' | 'ja' | 'ms'
  Value: string
  UpdatedAt: GeneratedMoment
}

export interface HouseholdLinkTable {
  LinkId: GeneratedAlways<number>
  CustomerId: number
  RelativeId: number
  Relation: 'Spouse' | 'Parent' | 'Child' | 'Sibling' | 'Other'
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface IdempotencyKeyTable {
  Owner: string
  Key: string
  Path: string
  BodyHash: string
  Status: number | null
  Reply: JsonOrNull
  CreatedAt: Moment
}

export interface IdentityRequestTable {
  RequestId: GeneratedAlways<number>
  TokenHash: Buffer
  UserId: number
  Provider: 'sso' | 'google' | 'facebook'
  Issuer: string
  Subject: string
  RequestedById: number
  CreatedAt: Moment
  ExpiresAt: Moment
  ConfirmedAt: MomentOrNull
  DeclinedAt: MomentOrNull
}

export interface ImportJobTable {
  ImportId: Generated<string>
  Kind: 'customers' | 'sales' | 'postcodes' | 'opening-balances' | 'vouchers' | 'leads'
  FileName: string
  FileBytes: Generated<number>
  Status: Generated<'Uploaded' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'>
  Step: Generated<string>
  Message: string | null
  RowsTotal: number | null
  RowsRead: Generated<number>
  RowsCreated: Generated<number>
  RowsSkipped: Generated<number>
  RowsFailed: Generated<number>
  Columns: GeneratedJson
  Sample: GeneratedJson
  Mapping: JsonOrNull
  Figures: JsonOrNull
  CreatedById: number | null
  CreatedBy: string | null
  OutletCode: string | null
  CreatedAt: GeneratedMoment
  StartedAt: MomentOrNull
  EndedAt: MomentOrNull
}

export interface ImportRowResultTable {
  ImportId: string
  FirstRow: number
  LastRow: number
  Result: 'Created' | 'Skipped' | 'Failed'
  Reason: string | null
  Field: string | null
  Value: string | null
  Content: JsonOrNull
  Faults: JsonOrNull
}

export interface ImportantDateTable {
  DateId: GeneratedAlways<number>
  CustomerId: number
  Label: string
  OccursOn: string
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface JewelleryProfileTable {
  ProfileId: GeneratedAlways<number>
  CustomerId: number
  Metals: Generated<string[]>
  Stones: Generated<string[]>
  Allergies: string | null
  BudgetFrom: string | null
  BudgetTo: string | null
  Remarks: string | null
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface JewellerySizeTable {
  SizeId: GeneratedAlways<number>
  CustomerId: number
  Person: string | null
  Kind: 'Ring' | 'Bracelet' | 'Bangle' | 'Necklace' | 'Anklet'
  Finger: string | null
  Size: string
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface LeadProspectTable {
  ProspectId: GeneratedAlways<number>
  LeadSourceId: number
  CustomerId: number
  ImportId: string | null
  CreatedById: number | null
  CreatedAt: Moment
}

export interface LeadSourceTable {
  LeadSourceId: GeneratedAlways<number>
  Code: string
  Name: string
  Type: 'Event' | 'Non-Event'
  EventDate: string | null
  OutletCode: string | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface LiabilityMonthTable {
  Month: string
  TakenAt: Moment
  CostPerPoint: string
  Members: number
  Lots: number
  Outstanding: number
  Arrears: number
  Earned: number
  Redeemed: number
  Expired: number
  Reversed: number
  Adjusted: number
  Ageing: Json
  Projection: Json
}

export interface ListChoiceTable {
  UserId: number
  List: string
  Columns: JsonOrNull
  Density: 'comfortable' | 'compact' | null
  DefaultViewId: number | null
  UpdatedAt: GeneratedMoment
}

export interface ListItemTable {
  ListItemId: GeneratedAlways<number>
  ListName: string
  Value: string
  SequenceNo: number
  Status: Generated<'Active' | 'Inactive'>
  Label: string | null
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface ListViewTable {
  ViewId: GeneratedAlways<number>
  OwnerId: number
  List: string
  Name: string
  SharedYN: Generated<'Y' | 'N'>
  State: Json
  Version: Generated<number>
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface LiveListTable {
  LiveListId: GeneratedAlways<number>
  CampaignCode: string
  SegmentId: number
  Name: string
  Status: Generated<'Live' | 'Ended'>
  AddedById: number | null
  AddedAt: Moment
  EvaluatedAt: Moment
  EndedAt: MomentOrNull
}

export interface LoginActivityTable {
  LoginActivityId: GeneratedAlways<number>
  ActivityDateTime: Moment
  SessionId: string | null
  SourceIP: string | null
  ObjectType: string
  ObjectId: string
  ActivityDescription: string
}

export interface MediaTable {
  MediaId: GeneratedAlways<number>
  ObjectType: string | null
  ObjectId: string | null
  Type: 'Photo' | 'Video' | 'Document'
  StoredName: string
  ThumbnailName: string | null
  MimeType: string
  Bytes: number
  Width: number | null
  Height: number | null
  FileName: string
  FileExtension: string
  Title: string | null
  Description: string | null
  AltText: string | null
  Status: Generated<'Active' | 'Deleted'>
  CreatedById: number
  CreatedAt: Moment
  UpdatedAt: Moment
  Version: Generated<number>
  OutletCode: string | null
}

export interface MemberMergeTable {
  MergeId: GeneratedAlways<number>
  SurvivorCustomerId: number
  MergedCustomerId: number
  SurvivorMembershipNo: string
  MergedMembershipNo: string
  Reason: string
  RequestedById: number | null
  RequestedBy: string
  MergedById: number | null
  MergedBy: string
  MergedAt: Moment
  OutletCode: string | null
  Status: Generated<'Merged' | 'Unmerged'>
  UnmergedById: number | null
  UnmergedBy: string | null
  UnmergedAt: MomentOrNull
  UnmergeReason: string | null
  LastHistoryId: Generated<number>
}

export interface MemberMergeSnapshotTable {
  MergeId: number
  People: Json
  Moved: Json
}

export interface MembershipTable {
  MembershipNo: string
  CustomerId: number
  CardGroupId: number
  CardCategoryCode: string | null
  MemberType: 'Premium Member' | 'Non-Premium Member'
  Status: Generated<'Active' | 'Inactive' | 'Suspended' | 'Archived' | 'Merged' | 'Deleted'>
  JoinDate: string
  ActivatedAt: MomentOrNull
  CycleStart: string | null
  CycleEnd: string | null
  MergedIntoMembershipNo: string | null
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface MembershipCycleReviewTable {
  MembershipNo: string
  CycleStart: string
  CycleEnd: string
  CardCategoryCode: string
  CardLevelId: number | null
  Spend: string
  MaintainAmount: string
  Outcome: 'Kept' | 'Kept in grace' | 'Never' | 'Lowest' | 'Off' | 'Downgrade'
  LevelHistoryId: number | null
  ReviewedAt: Moment
}

export interface MembershipLevelHistoryTable {
  LevelHistoryId: GeneratedAlways<number>
  MembershipNo: string
  Action: 'Upgrade' | 'Downgrade'
  FromCategory: string | null
  ToCategory: string | null
  Reason: string
  BasisAmount: string | null
  BasisInvoiceNo: string | null
  CycleStart: string | null
  CycleEnd: string | null
  EffectiveDate: string | null
  Status: 'Pending' | 'Approved' | 'Rejected' | 'Deleted'
  RequestedById: number | null
  RequestedAt: Moment
  OutletCode: string | null
  DecidedById: number | null
  DecidedAt: MomentOrNull
  DecisionRemark: string | null
  Version: Generated<number>
  Remark: string | null
  CardLevelId: number | null
  RequiredAmount: string | null
  BasisFrom: string | null
  BasisTo: string | null
  UndoesId: number | null
  AppliedAt: MomentOrNull
  LapsedAt: MomentOrNull
}

export interface MessageOccasionTable {
  OccasionId: Generated<string>
  Event: string
  CustomerId: number
  MembershipNo: string | null
  ReferenceCode: string | null
  RewardId: number | null
  OnceKey: string | null
  OutletCode: string | null
  StaffId: number | null
  Status: Generated<'Waiting' | 'Written' | 'Failed'>
  Attempts: Generated<number>
  Error: string | null
  CreatedAt: Moment
  NextTryAt: Moment
}

export interface MessageReportTable {
  ReportId: string
  MessageId: string
  Kind: string
  Detail: string | null
  ReceivedAt: Moment
}

export interface MessageWantedTable {
  WantedId: string
  Kind: string
  SecretSealed: Buffer
  KeyId: string
  SourceIP: string | null
  CreatedAt: Moment
  NextTryAt: Moment
  Until: Moment
  Attempts: Generated<number>
}

export interface NightlyRunTable {
  NightlyRunId: GeneratedAlways<number>
  BusinessDate: string
  StartedAt: Moment
  SeenAt: Moment
  EndedAt: MomentOrNull
  Status: Generated<'Running' | 'Done' | 'Broken off' | 'Failed'>
  Failure: string | null
}

export interface NightlyStepTable {
  NightlyRunId: number
  Step: string
  Place: number
  Done: Generated<number>
  Points: Generated<number>
  Chunks: Generated<number>
  FromKey: string | null
  ToKey: string | null
  StartedAt: Moment
  EndedAt: MomentOrNull
}

export interface OfflineAllowanceTable {
  AllowanceId: GeneratedAlways<number>
  MembershipNo: string
  AccountId: number
  TillNo: Generated<string>
  OutletCode: string | null
  Points: number
  Used: Generated<number>
  ValidUntil: Moment
  SettleUntil: string
  Status: Generated<'Open' | 'Used' | 'Ended'>
  BusinessDate: string
  CreatedAt: Moment
}

export interface OfflineRedemptionTable {
  HistoryId: number
  MembershipNo: string
  AllowanceId: number | null
  PerformedAt: Moment
  BusinessDate: string
  Covered: number
  Uncovered: number
  Owed: number
  CreatedAt: Moment
}

export interface OutboxMessageTable {
  MessageId: string
  Channel: 'Email' | 'SMS'
  Recipient: string
  Subject: string
  Body: string
  Status: Generated<'Queued' | 'Sent' | 'Failed' | 'Cancelled'>
  Attempts: Generated<number>
  Error: string | null
  CreatedAt: Moment
  NextTryAt: Moment
  SentAt: MomentOrNull
  Html: string | null
  UnsubscribeUrl: string | null
  SendFrom: string | null
  SendUntil: string | null
  ProviderId: string | null
  AttachmentName: string | null
  AttachmentType: string | null
  AttachmentKey: string | null
}

export interface PasscodeTable {
  PasscodeId: GeneratedAlways<number>
  CodeHash: Buffer
  TokenHash: Buffer
  Purpose: 'New Customer' | 'Update'
  ObjectType: 'Outlet' | 'Customer' | 'Campaign'
  ObjectId: string | null
  CustomerId: number | null
  OutletCode: string
  Language: 'en' | 'zh' | 'fr' | 'ja'
  StaffId: number | null
  Name: string | null
  UsesMost: number | null
  Uses: Generated<number>
  Registered: Generated<number>
  Status: Generated<'Active' | 'Completed' | 'Revoked'>
  CreatedById: number
  CreatedAt: Moment
  ExpiresAt: Moment
  CompletedAt: MomentOrNull
  RevokedAt: MomentOrNull
  RevokedById: number | null
}

export interface PasskeyTable {
  PasskeyId: GeneratedAlways<number>
  UserId: number
  Name: string
  CredentialId: Buffer
  PublicKey: Buffer
  UserHandle: Buffer
  SignCount: number
  Transports: Generated<string[]>
  BackupEligible: boolean
  BackedUp: boolean
  Aaguid: string
  CreatedAt: Moment
  LastUsedAt: MomentOrNull
}

export interface PasskeyChallengeTable {
  ChallengeHash: Buffer
  Purpose: 'Sign in' | 'Add'
  SessionId: number | null
  UserHandle: Buffer | null
  CreatedAt: Moment
  ExpiresAt: Moment
  UsedAt: MomentOrNull
}

export interface PasswordLinkTable {
  TokenHash: Buffer
  UserId: number | null
  RequestedById: number | null
  SourceIP: string | null
  CreatedAt: Moment
  ExpiresAt: Moment
  UsedAt: MomentOrNull
}

export interface PointAllocationTable {
  AllocationId: GeneratedAlways<number>
  DebitHistoryId: number
  CreditHistoryId: number
  Points: number
  Kind: 'Redeem' | 'Adjust' | 'Reverse' | 'Expire' | 'Recovery' | 'Waiver' | 'Refund' | 'Merge'
  CreatedAt: GeneratedMoment
}

export interface PointBalanceTable {
  MembershipNo: string
  BalanceType: Generated<string>
  LotsRemaining: Generated<number>
  Arrears: Generated<number>
  Points: GeneratedAlways<number>
  TotalPointsEarned: Generated<number>
  TotalPointsRedeemed: Generated<number>
  TotalPointsExpired: Generated<number>
  TotalPointsReversed: Generated<number>
  TotalPointsAdjusted: Generated<number>
  LastSequenceNo: Generated<number>
  UpdatedAt: GeneratedMoment
  FrozenYN: Generated<'Y' | 'N'>
  TotalPointsMerged: GeneratedAlways<number>
  Reserved: Generated<number>
}

export interface PointExpiryOfferTable {
  ReferenceCode: string
  ExpiryYear: number
  ExpiryMonth: number
  PointExpiry: number
  PointBalance: number
  ExpiryDate: string
}

export interface PointHistoryTable {
  HistoryId: GeneratedAlways<number>
  MembershipNo: string
  BalanceType: Generated<string>
  SequenceNo: number
  TransactionType: 'Earn' | 'Bonus' | 'Referral' | 'Adjust In' | 'Adjust Out' | 'Redeem' | 'Redeem Refund' | 'Reversal' | 'Expire' | 'Reinstate' | 'Merge In' | 'Merge Out' | 'Arrears Recovery' | 'Opening Balance'
  Points: number
  PointAmount: Generated<number>
  PointReversed: Generated<number>
  PointUtilized: Generated<number>
  PointExpired: Generated<number>
  PointOwed: Generated<number>
  BusinessDate: string
  EarnedAt: MomentOrNull
  AvailableFrom: string | null
  ExpiryDate: string | null
  InvoiceNo: string | null
  TransactionId: number | null
  ReferenceCode: string | null
  ObjectType: string
  ObjectValue: string
  ReasonCode: string | null
  Remark: string | null
  OutletCode: string | null
  StaffId: number | null
  SourceKey: string
  ReversalOf: number | null
  RuleRefs: JsonOrNull
  RequestId: string | null
  Status: Generated<'Active' | 'Pending approval' | 'Reversed' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
}

export interface PointRateTable {
  RateId: GeneratedAlways<number>
  Brand: string
  ObjectType: Generated<'All' | 'ProductType' | 'ProductGroup' | 'CardCategory'>
  ObjectValue: string | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface PointRateDetailTable {
  RateDetailId: GeneratedAlways<number>
  RateId: number
  Amount: string
  PointRate: string
  EffectiveFrom: string
  EffectiveTo: string | null
  Status: Generated<'Active' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
  ExpiredAt: MomentOrNull
}

export interface PointSimulationTable {
  SimulationId: GeneratedAlways<number>
  Kind: 'Structure' | 'Rate'
  StructureId: number | null
  RateId: number | null
  Months: number
  Draft: Json
  Status: 'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'
  Attempts: Generated<number>
  LinesDone: Generated<number>
  LinesTotal: number | null
  Result: JsonOrNull
  Message: string | null
  MessageCode: string | null
  CreatedById: number
  CreatedBy: string
  CreatedAt: Moment
  EndedAt: MomentOrNull
}

export interface PointStructureTable {
  StructureId: GeneratedAlways<number>
  Code: string
  Name: string
  Description: string | null
  BalanceType: Generated<'Jewel Club Points'>
  CardGroupId: number | null
  CardCategoryCode: string | null
  MemberType: 'Premium Member' | 'Non-Premium Member' | null
  ValidityMonths: number | null
  ExpiryRounding: Generated<'End of month' | 'None'>
  PendingDays: Generated<number>
  MinimumSpend: Generated<string>
  MaxPointsPerInvoice: number | null
  Rounding: Generated<'Floor' | 'Half up'>
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
  NamedOnlyYN: Generated<'Y' | 'N'>
}

export interface PointStructureDetailTable {
  StructureDetailId: GeneratedAlways<number>
  StructureId: number
  EffectiveFrom: string
  EffectiveTo: string | null
  Multiplier: Generated<string>
  Remark: string | null
  Status: Generated<'Active' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface PostcodeTable {
  Postcode: string
  City: string
  State: string
}

export interface ProductGroupTable {
  ProductCode: string
  ProductName: string
  ProductType: string
  EarnPointsYN: Generated<'Y' | 'N'>
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface ProfileUpdatedFieldTable {
  HistoryId: number
  FieldName: string
  Previous: string | null
  Updated: string | null
  Outcome: 'Accepted' | 'Restored' | null
}

export interface ProfileUpdatedHistoryTable {
  HistoryId: GeneratedAlways<number>
  CustomerId: number
  ActionType: 'Create' | 'Update' | 'Address Added' | 'Address Updated' | 'Address Deleted' | 'E-mail Verified' | 'Consent'
  Source: 'CRM' | 'Self Registration Portal'
  AppliedYN: 'Y' | 'N'
  OutletCode: string | null
  Remark: string | null
  UpdatedById: number | null
  UpdatedBy: string
  UpdatedAt: Moment
  ReviewedById: number | null
  ReviewedBy: string | null
  ReviewedDate: MomentOrNull
  ReviewRemark: string | null
  ReviewYN: Generated<'Y' | 'N'>
}

export interface ProofDifferenceTable {
  ProofRunId: number
  Place: number
  CheckName: string
  MembershipNo: string | null
  HistoryId: number | null
  Expected: string
  Found: string
  InvoiceNo: string | null
  Reference: string | null
}

export interface ProofRunTable {
  ProofRunId: GeneratedAlways<number>
  ProvedAt: Moment
  Milliseconds: number
  Members: number
  LedgerRows: number
  Lots: number
  Differences: number
  Sales: Generated<number>
  Lines: Generated<number>
}

export interface ProviderSignInTable {
  StateHash: Buffer
  Provider: 'sso' | 'google' | 'facebook'
  UserId: number | null
  ReturnTo: string
  SourceIP: string | null
  CreatedAt: Moment
  ExpiresAt: Moment
  ClaimedAt: MomentOrNull
  FinishedAt: MomentOrNull
  SessionId: number | null
}

export interface PurchaseChangeTable {
  ChangeId: GeneratedAlways<number>
  CustomerId: number | null
  TransactionId: number | null
}

export interface PurchaseDayTable {
  CustomerId: number
  BusinessDate: string
  NetSales: string
  SinceFirst: number
  SincePrevious: number | null
  FirstMonth: GeneratedAlways<number>
  Month: GeneratedAlways<number>
  OpensMonth: GeneratedAlways<boolean>
}

export interface RateLimitTable {
  Key: string
  Points: Generated<number>
  Expire: number | null
}

export interface RecentRecordTable {
  UserId: number
  Path: string
  Screen: string
  Name: string | null
  CustomerId: number | null
  OpenedAt: Moment
}

export interface RecoveryCodeTable {
  UserId: number
  CodeHash: Buffer
  CreatedAt: Moment
  UsedAt: MomentOrNull
}

export interface ReferralTable {
  ReferralId: GeneratedAlways<number>
  CustomerId: number
  ReferrerMembershipNo: string
  Status: Generated<'Pending' | 'Qualified' | 'Approved' | 'Rejected' | 'Voided'>
  Flags: Generated<string[]>
  NamedAt: Moment
  NamedById: number | null
  MinimumAmount: string
  QualifyUntil: string
  ReturnDays: number
  ReferrerPoints: number
  FriendPoints: number
  TransactionId: number | null
  QualifiedAt: MomentOrNull
  ApproveFrom: string | null
  DecidedAt: MomentOrNull
  DecidedById: number | null
  DecidedBy: string | null
  DecisionRemark: string | null
  ReferrerAwarded: number | null
  FriendAwarded: number | null
  VoidedAt: MomentOrNull
  VoidReason: 'Sale cancelled' | 'Referrer has no purchase' | null
}

export interface ReportUseTable {
  UserId: number
  Report: string
  FavouriteYN: Generated<'Y' | 'N'>
  LastRunAt: MomentOrNull
}

export interface RetentionFitTable {
  FitId: GeneratedAlways<number>
  AsOf: string
  FittedAt: Moment
  Milliseconds: number
  Status: 'Fitted' | 'Too few' | 'No fit'
  Customers: number
  CameBack: number
  Parameters: JsonOrNull
  Errors: JsonOrNull
  LogLikelihood: string | null
  Calibration: JsonOrNull
  PurchasesDigest: string | null
  CheckedAt: Moment
}

export interface RewardTable {
  RewardId: GeneratedAlways<number>
  Code: string
  Name: string
  Description: string | null
  Terms: string | null
  Type: 'Free Gift' | 'Premium Gift' | 'Contest' | 'New Member' | 'Birthday' | 'Top Spender' | 'Point Expiry' | 'Referral' | 'Campaign'
  Status: Generated<'Draft' | 'Active' | 'Inactive' | 'Expired' | 'Deleted'>
  PointDeduct: Generated<number>
  BirthdayPointDeduct: number | null
  CashTopUp: Generated<string>
  VoucherType: string | null
  VoucherValue: string | null
  MinimumSpend: string | null
  DeductPointInClaimYN: Generated<'Y' | 'N'>
  ValidityMode: Generated<'Fixed dates' | 'Days after issue' | 'End of birthday month'>
  ValidityDays: number | null
  ValidFrom: string | null
  ValidTo: string | null
  PerMemberLimit: number | null
  PerMemberPeriod: Generated<'Ever' | 'Year' | 'Month' | 'Day'>
  TotalLimit: number | null
  CardCategories: Generated<string[]>
  MemberType: 'Premium Member' | 'Non-Premium Member' | null
  CollectWithinDays: Generated<number>
  RequiresInvoiceYN: Generated<'Y' | 'N'>
  UnitCost: string | null
  HonourOutstandingYN: Generated<'Y' | 'N'>
  DeactivatedAt: MomentOrNull
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
  Images: Generated<string[]>
  CustomValues: GeneratedJson
}

export interface RewardGivenTable {
  RewardId: number
  Given: Generated<number>
}

export interface RewardInventoryTable {
  InventoryId: GeneratedAlways<number>
  RewardId: number
  BuildingId: number | null
  QtyOnHand: Generated<number>
  QtyReserved: Generated<number>
  QtyIssued: Generated<number>
  ReorderLevel: Generated<number>
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface RewardMovementTable {
  MovementId: GeneratedAlways<number>
  InventoryId: number
  MovementType: 'Receive' | 'Reserve' | 'Release' | 'Issue' | 'Return' | 'Transfer' | 'Count adjust'
  OnHand: Generated<number>
  Reserved: Generated<number>
  Issued: Generated<number>
  OtherInventoryId: number | null
  ReferenceCode: string | null
  Reason: string | null
  OutletCode: string | null
  MovedById: number | null
  MovedBy: string
  MovedAt: Moment
}

export interface RewardObjectTable {
  RewardObjectId: GeneratedAlways<number>
  RewardId: number
  ObjectType: 'ProntoStockGroup' | 'Building'
  ObjectValue: string
  Status: Generated<'Active' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface RewardReviewTable {
  ReviewId: GeneratedAlways<number>
  ReferenceCode: string
  Cause: 'Sale cancelled' | 'Sale unassigned' | 'Referral voided'
  InvoiceNo: string | null
  Status: Generated<'Open' | 'Kept' | 'Undone'>
  Reason: string | null
  DecidedById: number | null
  DecidedBy: string | null
  DecidedAt: MomentOrNull
  CreatedAt: Moment
  Version: Generated<number>
}

export interface RewardWaitingTable {
  WaitingId: GeneratedAlways<number>
  RewardId: number
  MembershipNo: string
  CustomerId: number
  Period: string
  Since: string
  Refused: string
  Params: GeneratedJson
  Attempts: Generated<number>
  Status: Generated<'Waiting' | 'Given' | 'Closed'>
  ReferenceCode: string | null
  UpdatedAt: Moment
  ClosedBecause: string | null
}

export interface SaleBonusTable {
  TransactionId: number
  Cause: string
  Name: string
  Lines: number[]
  Fixed: number | null
  Rate: string | null
  Minimum: Generated<string>
  Points: Generated<number>
  Given: Generated<number>
  Times: Generated<number>
  Returned: Generated<number>
}

export interface SaleCheckTable {
  TransactionId: number
  SequenceNo: number
  Reasons: string[]
  Brand: string
  ProductGroup: string | null
  EligibleYN: 'Y' | 'N'
  ExpectedAmount: string
  Status: Generated<'Waiting' | 'Mapped' | 'Confirmed'>
  Remark: string | null
  DecidedById: number | null
  DecidedBy: string | null
  DecidedAt: MomentOrNull
}

export interface SaleHeadCheckTable {
  TransactionId: number
  Reason: 'Clock' | 'Member'
  SentPerformedAt: MomentOrNull
  SentMembershipNo: string | null
  Status: Generated<'Waiting' | 'Assigned' | 'Confirmed'>
  Remark: string | null
  DecidedById: number | null
  DecidedBy: string | null
  DecidedAt: MomentOrNull
}

export interface SchemaMigrationTable {
  Name: string
  Hash: string
  AppliedAt: GeneratedMoment
}

export interface ScimGrantedRoleTable {
  UserId: number
  Role: string
}

export interface ScimGroupTable {
  GroupId: GeneratedAlways<number>
  Name: string
  ExternalId: string | null
  Version: Generated<number>
  CreatedAt: Moment
  UpdatedAt: Moment
}

export interface ScimGroupMemberTable {
  GroupId: number
  UserId: number
}

export interface ScimGroupRoleTable {
  GroupId: number
  Role: string
}

export interface ScimUserTable {
  UserId: number
  ExternalId: string | null
  GivenName: string | null
  FamilyName: string | null
  DeletedAt: MomentOrNull
  UpdatedAt: Moment
}

export interface SegmentTable {
  SegmentId: GeneratedAlways<number>
  Name: string
  Description: string | null
  Conditions: Json
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  OwnerId: number | null
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
}

export interface SelfServiceVisitTable {
  SessionId: number
  Purpose: 'New Customer' | 'Update' | 'Sign-in'
  PasscodeId: number | null
  OutletCode: string | null
  Language: 'en' | 'zh' | 'fr' | 'ja'
  OpenedAt: Moment
  VerifiedEmail: string | null
  CustomerId: number | null
  RegisteredWith: Buffer | null
}

export interface SessionTable {
  SessionId: GeneratedAlways<number>
  TokenHash: Buffer
  Audience: 'staff' | 'system' | 'customer'
  UserId: number | null
  CustomerId: number | null
  Label: string
  SourceIP: string | null
  UserAgent: string | null
  CreatedAt: Moment
  LastSeenAt: Moment
  ExpiresAt: Moment
  EndedAt: MomentOrNull
  EndReason: string | null
  EndedById: number | null
  IdleSeconds: number | null
  ChangedAt: MomentOrNull
  Scopes: string[] | null
  PasskeyId: number | null
}

export interface SettingTable {
  Name: string
  Value: Json
  Description: Generated<string>
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
  Version: Generated<number>
}

export interface SignInChallengeTable {
  ChallengeId: string
  UserId: number | null
  CodeHash: Buffer | null
  SentTo: string | null
  Sends: Generated<number>
  SentAt: MomentOrNull
  Attempts: Generated<number>
  ExpiresAt: Moment
  UsedAt: MomentOrNull
  SourceIP: string | null
  CreatedAt: Moment
  AttemptsMost: Generated<number>
}

export interface SoldLineTable {
  TransactionId: number
  SequenceNo: number
  BusinessDate: string
  OutletCode: string
  MembershipNo: string | null
  CameBack: boolean
  Counts: boolean
  Brand: string
  ProductType: string | null
  ProductGroup: string | null
  Quantity: string
  Discount: string
  NetAmount: string
}

export interface StaffTable {
  StaffId: GeneratedAlways<number>
  FullName: string
  PreferredName: string
  JobTitle: string | null
  Image: string | null
  Email: string | null
  ContactNo: string | null
  StaffType: 'HQ' | 'Outlet Staff' | 'Outlet Manager'
  SalesPersonCode: string | null
  BuildingId: number
  DepartmentId: number | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
  OwnCustomerId: number | null
}

export interface StockGroupTable {
  Code: string
  Name: string
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  Version: Generated<number>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface SystemNetworkTable {
  UserId: number
  Network: string
  FirstSeenAt: Moment
  LastSeenAt: Moment
}

export interface TargetAdditionTable {
  AdditionId: GeneratedAlways<number>
  CampaignCode: string
  Path: string
  Title: string
  Input: Json
  KeyField: string | null
  Keys: JsonOrNull
  ExcludeYN: 'Y' | 'N'
  Status: Generated<'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'>
  Attempts: Generated<number>
  RowsExpected: number
  RowsDone: Generated<number>
  Added: number | null
  Already: number | null
  Excluded: number | null
  Others: number | null
  Message: string | null
  MessageCode: string | null
  CreatedById: number
  CreatedAt: Moment
  EndedAt: MomentOrNull
}

export interface TaskTable {
  TaskId: GeneratedAlways<number>
  Name: string
  Description: string | null
  GroupCode: string | null
  Priority: Generated<'High' | 'Normal' | 'Low'>
  Status: Generated<'To Do' | 'In Progress' | 'Completed' | 'Deleted'>
  CustomerId: number | null
  BuildingId: number
  OwnerStaffId: number | null
  DueDate: Moment
  SnoozedUntil: string | null
  FollowUpDate: string | null
  Source: Generated<'Manual' | 'Occasion' | 'Campaign' | 'Feedback' | 'System'>
  RelatedType: string | null
  RelatedId: string | null
  OnceKey: string | null
  Because: JsonOrNull
  CustomValues: GeneratedJson
  CompletedAt: MomentOrNull
  CompletedById: number | null
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
  Version: Generated<number>
}

export interface TaskCreditTable {
  TransactionId: number
  TaskId: number
  ProgressLogId: number
  StaffId: number | null
  Amount: string
  BusinessDate: string
  CreditedAt: Moment
}

export interface TaskGroupTable {
  Code: string
  Name: string | null
  Description: string
  Remarks: string | null
  Status: Generated<'Active' | 'Inactive' | 'Deleted'>
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
}

export interface TaskProgressLogTable {
  ProgressLogId: GeneratedAlways<number>
  TaskId: number
  Name: string | null
  ContactType: Generated<'Email' | 'SMS' | 'WhatsApp' | 'Call' | 'Mail' | 'N/A'>
  Description: string
  FollowUpDate: string
  Status: Generated<'Active' | 'Inactive' | 'Completed' | 'Deleted'>
  MessageId: string | null
  StaffId: number | null
  OutletCode: string | null
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  UpdatedById: number | null
  UpdatedAt: GeneratedMoment
  Version: Generated<number>
}

export interface TransactionDetailTable {
  TransactionId: number
  SequenceNo: number
  OldSequenceNo: number | null
  ItemCode: string | null
  Description: string | null
  Brand: string
  ProductType: string | null
  ProductGroup: string | null
  StockGroup: string | null
  Quantity: string
  Weight: string | null
  UnitPrice: string
  Discount: Generated<string>
  Tax: Generated<string>
  NetAmount: string
  SerialNo: string | null
  CertificateNo: string | null
  EligibleYN: Generated<'Y' | 'N'>
  CancelledQuantity: Generated<string>
  PointsEarned: Generated<number>
  PointsReversed: Generated<number>
  RateDetailId: number | null
  StructureDetailId: number | null
  CardLevelId: number | null
  OriginalTransactionId: number | null
  PointsExact: string | null
}

export interface TransactionSummaryTable {
  TransactionId: GeneratedAlways<number>
  SalesOrder: string | null
  TransactionType: 'N' | 'C'
  InvoiceNo: string
  OriginalInvoiceNo: string | null
  OriginalTransactionId: number | null
  MembershipNo: string | null
  CustomerId: number | null
  OutletCode: string
  SalesPersonCode: string | null
  DepartmentCode: string | null
  TotalAmount: string
  Discount: Generated<string>
  Tax: Generated<string>
  TradeIn: Generated<string>
  VoucherAmount: Generated<string>
  NetAmount: string
  PerformedAt: Moment
  BusinessDate: string
  Source: 'POS' | 'Manual' | 'Import'
  EarnedPoints: Generated<number>
  ReversedPoints: Generated<number>
  Remarks: string | null
  ImportId: string | null
  CreatedById: number | null
  CreatedAt: GeneratedMoment
  AssignedAt: MomentOrNull
  UnassignedTimes: Generated<number>
  ApprovalStatus: 'Pending' | 'Approved' | 'Rejected' | 'Withdrawn' | null
  ClaimedMembershipNo: string | null
  ClaimedPoints: Generated<number>
  AssignedById: number | null
  TotalStatedYN: Generated<'Y' | 'N'>
  StructureId: number | null
}

export interface UnprovedContactTable {
  CustomerId: number
  Field: 'Email' | 'ContactNo'
  TypedAt: Moment
  Consents: GeneratedJson
}

export interface UserAccountTable {
  UserId: GeneratedAlways<number>
  Kind: 'Staff' | 'System'
  Username: string
  StaffId: number | null
  PasswordHash: string | null
  PasswordChangedAt: MomentOrNull
  Scopes: Generated<string[]>
  Status: Generated<'Active' | 'Disabled' | 'Deleted'>
  LastSignInAt: MomentOrNull
  AccessVersion: Generated<number>
  CreatedAt: GeneratedMoment
  DisplayName: string | null
  CallsPerMinute: number | null
  PreviousPasswordHash: string | null
  PreviousValidUntil: MomentOrNull
  Version: Generated<number>
  UpdatedAt: GeneratedMoment
  TillOutletCode: string | null
  Networks: Generated<string[]>
  EndsOn: string | null
}

export interface UserIdentityTable {
  IdentityId: GeneratedAlways<number>
  UserId: number
  Provider: 'sso' | 'google' | 'facebook'
  Issuer: string
  Subject: string
  LinkedAt: Moment
  LinkedById: number | null
  LastUsedAt: MomentOrNull
}

export interface UserOutletTable {
  UserId: number
  OutletCode: string
}

export interface UserPreferenceTable {
  UserId: number
  Mode: Generated<'light' | 'dark' | 'system'>
  Navigation: Generated<'side' | 'top'>
  CollapsedYN: Generated<'Y' | 'N'>
  Direction: Generated<'ltr' | 'rtl'>
  HeaderColor: Generated<string>
  AccentColor: Generated<string>
  Language: Generated<'en' | 'zh' | 'fr' | 'ja'>
  Density: Generated<'comfortable' | 'compact'>
  SingleKeysYN: Generated<'Y' | 'N'>
  UpdatedAt: Moment
  StartPage: Generated<'auto' | 'counter' | 'dashboard'>
}

export interface UserPrivilegeTable {
  UserId: number
  Privilege: string
}

export interface UserRoleTable {
  UserId: number
  Role: string
}

export interface VoucherTable {
  VoucherNo: string
  SecretSealed: Buffer
  KeyId: string
  WrongTries: Generated<number>
  LockedUntil: MomentOrNull
  VoucherType: string
  Value: string
  Reference: string | null
  ExpiryDate: string
  Status: Generated<'A' | 'R' | 'X' | 'V' | 'Deleted'>
  IsAssignedYN: Generated<'Y' | 'N'>
  PostedToProntoYN: Generated<'Y' | 'N'>
  AssignedTo: string | null
  AssignedAt: MomentOrNull
  UsedInvoiceNo: string | null
  UsedAt: MomentOrNull
  BatchId: string | null
  CreatedById: number | null
  Version: Generated<number>
  CreatedAt: GeneratedMoment
  UpdatedAt: GeneratedMoment
}

export interface WatchActTable {
  ActId: GeneratedAlways<number>
  Pattern: string
  StaffId: number | null
  CustomerId: number | null
  Kind: 'Sale' | 'Cancellation' | 'Adjustment' | 'Reward' | 'Referral' | 'Look-up' | 'Refusal' | 'Approval' | 'Export' | 'Redemption'
  Key: string
  Day: string
  HappenedAt: Moment
  OutletCode: string | null
  MemberId: number | null
  MembershipNo: string | null
  ById: number | null
  Points: number | null
  Amount: string | null
  Marks: Generated<string[]>
  OtherOutletCode: string | null
  Minutes: number | null
  Times: number | null
  FindingId: number | null
}

export interface WatchDecisionTable {
  DecisionId: GeneratedAlways<number>
  FindingId: number
  Decision: 'Watching' | 'Harmless' | 'Confirmed'
  Reason: string
  Acts: number
  DecidedById: number | null
  DecidedBy: string
  DecidedAt: Moment
}

export interface WatchFindingTable {
  FindingId: GeneratedAlways<number>
  Pattern: 'Own number' | 'Adjustments' | 'Manual sales' | 'Cancellations' | 'Cancelled collections' | 'Two outlets' | 'Shared contact' | 'Look-ups' | 'Look-up limit' | 'Exports' | 'Same person' | 'Offline redemptions'
  StaffId: number | null
  CustomerId: number | null
  OutletCode: string | null
  Severity: 'Low' | 'Medium' | 'High'
  AtLeast: number
  Days: number
  FirstDay: string
  LastDay: string
  Acts: number
  Points: Generated<number>
  Amount: Generated<string>
  FoundAt: Moment
  RenewedAt: Moment
  Status: Generated<'Open' | 'Watching' | 'Harmless' | 'Confirmed'>
  DecidedById: number | null
  DecidedBy: string | null
  DecidedAt: MomentOrNull
  Reason: string | null
  Version: Generated<number>
}

export interface WatchMarkTable {
  One: Generated<boolean>
  SeenUntil: Moment
}

export interface WebhookDeliveryTable {
  DeliveryId: GeneratedAlways<number>
  EndpointId: number
  StreamId: number | null
  Position: number | null
  Type: string
  WebhookId: string
  Attempt: number
  AttemptedAt: Moment
  DurationMs: number
  StatusCode: number | null
  Error: string | null
}

export interface WebhookEndpointTable {
  EndpointId: GeneratedAlways<number>
  Name: string
  Url: string
  Types: Generated<string[]>
  Status: Generated<'Active' | 'Paused' | 'Deleted'>
  PausedReason: 'Manual' | 'Gone' | 'Failing' | 'Events deleted' | 'Secret lost' | null
  PausedAt: MomentOrNull
  SecretSealed: Buffer | null
  KeyId: string | null
  SecretSince: Moment
  PreviousSecretSealed: Buffer | null
  PreviousKeyId: string | null
  PreviousSecretUntil: MomentOrNull
  Version: Generated<number>
  CreatedAt: Moment
  UpdatedAt: Moment
}

export interface WebhookLineTable {
  LineId: GeneratedAlways<number>
  StreamId: number
  EndpointId: number
  Line: string
  Position: number
  Status: Generated<'Waiting' | 'Parked'>
  Attempts: Generated<number>
  FirstFailedAt: MomentOrNull
  NextAttemptAt: MomentOrNull
  StatusCode: number | null
  Error: string | null
}

export interface WebhookProgressTable {
  EndpointId: number
  LastSuccessAt: MomentOrNull
  FailingSince: MomentOrNull
  Failures: Generated<number>
  RetryAt: MomentOrNull
  ClaimedBy: string | null
  ClaimedUntil: MomentOrNull
}

export interface WebhookStreamTable {
  StreamId: GeneratedAlways<number>
  EndpointId: number
  StartPosition: number
  Position: number
  EndPosition: number | null
  Status: Generated<'Running' | 'Done' | 'Cancelled'>
  RequestedAt: Moment
  EndedAt: MomentOrNull
}

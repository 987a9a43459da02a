import { defineSetting, wholeNumberSchema } from './define-setting.ts'

// Thresholds for the probability of buying again: below the first a customer is at risk, below the second lost.

export const retentionSettings = {
  'retention.atRiskPercent': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(1, 99),
    default: 50,
    description: 'A customer whose chance to return is below this percentage is at risk',
  }),
  'retention.lostPercent': defineSetting({
    group: 'tasks',
    schema: wholeNumberSchema(0, 98),
    default: 10,
    description:
      'A customer whose chance to return is below this percentage counts as lost and is no longer listed as at risk',
  }),
}

import { formatPersonName } from '#kit/contract/person.ts'
import { formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'
import type { TranslateFunction } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { ApprovalMessage } from '../contract.ts'

const personParams = ['name', 'survivor']

/** Returns the text of a message from the server, with formatted numbers, amounts and names. */
export const translateApprovalMessage = (t: TranslateFunction, { key, params }: ApprovalMessage) =>
  t(key as TextKey, formatApprovalMessageParams(params))

/** Returns the formatted parameters of a message from the server. */
export const formatApprovalMessageParams = (params: ApprovalMessage['params']) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number') return [name, formatPoints(value)]
      if (name === 'amount') return [name, `${getCurrency()}\u00a0${formatMoney(value)}`]
      return [name, personParams.includes(name) ? formatPersonName(value) : value]
    }),
  )

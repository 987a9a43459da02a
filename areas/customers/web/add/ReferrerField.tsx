import { useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { shouldRetryRead } from '#kit/web/useRead.ts'
import { verifyReferrer } from '../../contract/referrers.ts'
import { MemberField } from '../members/MemberField.tsx'

/** `CustomerId` is the id of an existing customer, to whom stricter rules for the referrer apply. */
type Props = ControlProps & { CustomerId?: number }

/** Picks the member who recommended the customer, and shows whether this member can be the referrer. */
export function ReferrerField({ value, CustomerId, ...rest }: Props) {
  const t = useT()
  const MembershipNo = typeof value === 'string' ? value.trim() : ''
  const { data, error } = useQuery({
    queryKey: [verifyReferrer.path, MembershipNo, CustomerId],
    queryFn: ({ signal }) => call(verifyReferrer, { MembershipNo, CustomerId }, { signal }),
    enabled: MembershipNo !== '',
    retry: shouldRetryRead,
  })
  return (
    <>
      <MemberField {...rest} value={value} keepsUnmatched />
      <div role="status" className={error ? 'carat-muted carat-bad' : 'carat-muted'}>
        {data && t('customers:add.friendIs', { name: data.Name })}
        {error && `${t('customers:failed.verifyReferrer')}: ${errorText(error).description}`}
      </div>
    </>
  )
}

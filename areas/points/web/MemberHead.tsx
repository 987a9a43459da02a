import { PrinterOutlined, SwapOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'

/** Whose points these are, and what can be done with the page. */
export function MemberHead({ MembershipNo, children }: { MembershipNo: string; children?: ReactNode }) {
  const t = useT()
  const { has } = useSession()
  const [, setAddress] = useSearchParams()
  const { data } = useRead(memberCard, { MembershipNo })
  return (
    <Flex wrap align="center" gap="8px 16px" className="points-head">
      <div className="points-who">
        <h2>
          {data && has('Customer') ? (
            <Link to={`/customers/${data.CustomerId}`}>{data.FullName}</Link>
          ) : (
            (data?.FullName ?? MembershipNo)
          )}
        </h2>
        <div className="points-quiet">{[data && MembershipNo, data?.CardCategoryName].filter(Boolean).join(' · ')}</div>
        <div className="points-printed">{t('points:printed', { time: formatInstant(new Date()) })}</div>
      </div>
      <Flex wrap gap={8} className="points-tools">
        {children}
        <Button icon={<SwapOutlined aria-hidden />} onClick={() => setAddress({})}>
          {t('points:member.other')}
        </Button>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('points:print')}
        </Button>
      </Flex>
    </Flex>
  )
}

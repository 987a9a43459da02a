import { Button } from 'antd'
import { ArrowLeftRightIcon, PrinterIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordHead } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'

/** Whose points these are, and what can be done with the page. */
export function MemberHead({ MembershipNo, children }: { MembershipNo: string; children?: ReactNode }) {
  const t = useT()
  const { has } = useSession()
  const [, setAddress] = useSearchParams()
  const { data } = useRead(memberCard, { MembershipNo })
  return (
    <RecordHead
      name={
        data && has('Customer') ? (
          <Link to={customerPath(data)}>{data.FullName}</Link>
        ) : (
          (data?.FullName ?? MembershipNo)
        )
      }
      about={
        <>
          {[data && MembershipNo, data?.CardCategoryName].filter(Boolean).join(' · ')}
          <div className="carat-printed">{t('points:printed', { time: formatInstant(new Date()) })}</div>
        </>
      }
      actions={
        <>
          {children}
          <Button icon={<ArrowLeftRightIcon aria-hidden />} onClick={() => setAddress({})}>
            {t('points:member.other')}
          </Button>
          <Button icon={<PrinterIcon aria-hidden />} onClick={() => window.print()}>
            {t('points:print')}
          </Button>
        </>
      }
    />
  )
}

import { Button } from 'antd'
import { ArrowLeftRightIcon, PrinterIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { MemberHeader } from '#areas/customers/web/index.ts'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'

type Props = {
  MembershipNo: string
  /** The sum that makes up the balance, shown below the member's name. */
  sum: ReactNode
  children?: ReactNode
}

/** Shows the member's name and balance, and the actions of the page. */
export function MemberPageHeader({ MembershipNo, sum, children }: Props) {
  const t = useT()
  const labels = useLabels('points')
  const { has } = useSession()
  const [, setAddress] = useSearchParams()
  const { data } = useRead(memberCard, { MembershipNo })
  return (
    <Card flush label={t('points:balance')}>
      <div className="carat-card-body">
        <MemberHeader
          name={data?.FullName ?? MembershipNo}
          to={data && has('Customer') && customerPath(data)}
          tier={
            data && { name: data.CardCategoryName ?? labels.value('MemberType', data.MemberType), color: data.Color }
          }
          status={data && data.Status !== 'Active' && <StatusTag area="points" status={data.Status} />}
          number={data && MembershipNo}
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
        >
          <span className="carat-printed">{t('points:printed', { time: formatInstant(new Date()) })}</span>
        </MemberHeader>
      </div>
      {sum}
    </Card>
  )
}

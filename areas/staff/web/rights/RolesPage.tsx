import { Button, Input, Tag } from 'antd'
import { MinusIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatPersonName } from '#kit/contract/person.ts'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Row, Stack } from '#kit/web/Layout.tsx'
import { FoldedCard } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState, NoMatchState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getUsers, listRoles, type Right } from '../../../access/contract/accounts.ts'
import { userPath } from '../../paths.ts'
import { GrantRightDialog } from './GrantDialog.tsx'
import { type RightName, rightFamilies } from './rights.ts'
import { useGrantableRights } from './useRightLimits.ts'
import { useRightTexts } from './useRightTexts.ts'

type Pending = { right: Right; give: boolean }

/** Page that lists all roles and privileges with their descriptions and holders. */
export function RolesPage() {
  const t = useT()
  const { matches } = useRightTexts()
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState<Pending>()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useRead(listRoles, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const byName = new Map(data.rows.map((right) => [`${right.Kind} ${right.Name}`, right]))
  const families = rightFamilies
    .map(({ key, kind, names }) => ({
      key,
      rights: names.filter((name) => matches(name, typed)).flatMap((name) => byName.get(`${kind} ${name}`) ?? []),
    }))
    .filter(({ rights }) => rights.length > 0)
  const openDialog = (next: Pending) => {
    setPending(next)
    setIsOpen(true)
  }
  return (
    <Stack>
      <Input.Search
        style={{ maxInlineSize: 480 }}
        allowClear
        value={typed}
        aria-label={t('staff:rights.search')}
        placeholder={t('staff:rights.search')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {families.length === 0 && <NoMatchState onClear={() => setTyped('')} />}
      {families.map(({ key, rights }) => (
        <FoldedCard key={key} title={t(`staff:family.${key}`)} count={rights.length} flush unfolded={typed !== ''}>
          <EntryList>
            {rights.map((right) => (
              <RightLine key={right.Name} right={right} onAsk={(give) => openDialog({ right, give })} />
            ))}
          </EntryList>
        </FoldedCard>
      ))}
      {pending && <GrantRightDialog {...pending} open={isOpen} onClose={() => setIsOpen(false)} />}
    </Stack>
  )
}

const VISIBLE_MAX = 6

function RightLine({ right, onAsk }: { right: Right; onAsk: (give: boolean) => void }) {
  const t = useT()
  const { about } = useRightTexts()
  const { holds } = useGrantableRights()
  const notGrantableReason = !holds(right.Kind, right.Name as RightName) && t('staff:rights.notOwnToGive')
  const { data: users } = useRead(getUsers, {})
  const [showAll, setShowAll] = useState(false)
  const { Users: holders } = right
  const staffIdByUser = new Map(users?.rows.map(({ UserId, StaffId }) => [UserId, StaffId]))
  return (
    <li>
      <div className="carat-entry">
        <strong>{right.Name}</strong>
        <p>{about(right.Name as never)}</p>
        <Row gap="xs">
          <span>{t('staff:rights.holders', { count: holders.length })}</span>
          {holders.slice(0, showAll ? holders.length : VISIBLE_MAX).map(({ UserId, FullName }) => (
            <Tag key={UserId}>
              {staffIdByUser.has(UserId) ? (
                <Link to={userPath({ StaffId: staffIdByUser.get(UserId)! })}>{formatPersonName(FullName)}</Link>
              ) : (
                formatPersonName(FullName)
              )}
            </Tag>
          ))}
          {holders.length > VISIBLE_MAX && (
            <Button type="link" size="small" aria-expanded={showAll} onClick={() => setShowAll(!showAll)}>
              {showAll ? t('staff:rights.fewer') : t('staff:rights.more', { count: holders.length - VISIBLE_MAX })}
            </Button>
          )}
        </Row>
      </div>
      <Row tight start>
        <ReasonedButton
          size="small"
          reason={notGrantableReason}
          icon={<PlusIcon aria-hidden />}
          aria-label={t('staff:rights.giveTo', { name: right.Name })}
          onClick={() => onAsk(true)}
        >
          {t('staff:rights.give')}
        </ReasonedButton>
        <ReasonedButton
          size="small"
          icon={<MinusIcon aria-hidden />}
          reason={notGrantableReason || (holders.length === 0 && t('staff:rights.noStaff'))}
          aria-label={t('staff:rights.takeFrom', { name: right.Name })}
          onClick={() => onAsk(false)}
        >
          {t('staff:rights.take')}
        </ReasonedButton>
      </Row>
    </li>
  )
}

import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type LookupRow, lookupMember } from '#areas/memberships/contract/counter.ts'
import { call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Stack, TwoLines } from '#kit/web/Layout.tsx'
import { ScanInput, useScanner } from '#kit/web/ScanInput.tsx'

/** Both pages are about one member; without one in the address they ask for one. */
export function MemberGate({ children }: { children: (MembershipNo: string) => ReactNode }) {
  const [address, setAddress] = useSearchParams()
  const MembershipNo = address.get('MembershipNo')?.trim().toUpperCase()
  if (MembershipNo) return children(MembershipNo)
  return <MemberSearch onFound={(found) => setAddress({ MembershipNo: found })} />
}

function MemberSearch({ onFound }: { onFound: (MembershipNo: string) => void }) {
  const t = useT()
  const [found, setFound] = useState<readonly LookupRow[]>([])
  const [notice, setNotice] = useState<string>()
  const find = async (typed: string) => {
    setNotice(undefined)
    try {
      const { rows } = await call(lookupMember, { Typed: typed })
      setFound(rows)
      if (rows.length === 1) onFound(rows[0]!.MembershipNo)
      if (rows.length === 0) setNotice(t('kit:member.none'))
    } catch (failure) {
      setNotice(errorText(failure).description)
    }
  }
  useScanner((code) => void find(code))
  return (
    <Stack width="narrow" gap="s" className="carat-card carat-card-body">
      <ScanInput
        id="points-member"
        label={t('kit:member.find')}
        placeholder={t('kit:member.example')}
        autoFocus
        onSubmit={find}
        error={notice}
        result={found.length > 1 ? t('kit:member.several', { count: found.length }) : undefined}
      />
      {found.length > 1 && (
        <ul className="carat-picks">
          {found.map((row) => (
            <li key={row.MembershipNo}>
              <button type="button" onClick={() => onFound(row.MembershipNo)}>
                <TwoLines
                  second={[row.MembershipNo, row.ContactNo, row.CardCategoryName, row.RegisteredOutletCode]
                    .filter(Boolean)
                    .join(' · ')}
                >
                  {row.FullName}
                </TwoLines>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

import { Link } from 'react-router'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import type { SimulatedGroup } from '../../contract.ts'
import { statementPath } from '../../paths.ts'

type Row = SimulatedGroup & { hint?: string | null; member?: boolean }

/** Points before and after, a row for each. */
export function Differences({ title, rows }: { title: string; rows: readonly Row[] }) {
  const t = useT()
  return (
    <Card title={title} flush>
      {rows.length === 0 ? (
        <Muted as="p" className="carat-card-body">
          {t('points:simulation.none')}
        </Muted>
      ) : (
        <PlainTable figures label={title}>
          <thead>
            <tr>
              <th scope="col">{t('points:simulation.name')}</th>
              <th scope="col">{t('points:simulation.before')}</th>
              <th scope="col">{t('points:simulation.after')}</th>
              <th scope="col">{t('points:simulation.difference')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.Name ?? ''}>
                <th scope="row">
                  {row.member ? (
                    <Link to={statementPath({ MembershipNo: row.Name! })}>{row.Name}</Link>
                  ) : (
                    (row.Name ?? '–')
                  )}
                  {row.hint && <Muted> {row.hint}</Muted>}
                </th>
                <td>
                  <PointsText points={row.Before} />
                </td>
                <td>
                  <PointsText points={row.After} />
                </td>
                <td>
                  <PointsText points={row.Difference} sign="signed" />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </Card>
  )
}

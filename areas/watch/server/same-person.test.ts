import { describe, expect, test } from 'vitest'
import { addUser, changeUserRights } from '#areas/access/contract/accounts.ts'
import { createSessionToken, hashSessionToken } from '#areas/access/server/tokens.ts'
import { approveRequest, getApproval, rejectRequest } from '#areas/approvals/contract.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { addStaff, deleteStaff, restoreStaff, updateStaff } from '#areas/staff/contract/people.ts'
import { member } from '#tests/factories/sales.ts'
import { watchedCompany } from '#tests/factories/watched-company.ts'
import { type Caller, hq } from '#tests/harness.ts'
import { listFindings } from '../contract.ts'

// Which accounts count as the same person when an action needs two people.

const { app, createStaff, backToday, nightly, findingsAbout, evidenceOf, ok } = watchedCompany()

const DAY = 86_400
const refused = { status: 403, refusal: { code: 'approvals.same_person' } }

/** A session of an account that was created through the API. */
async function createSession(userId: number) {
  const token = createSessionToken()
  await app.sql(
    `insert into session (token_hash, audience, user_id, label, created_at, last_seen_at, expires_at)
     values ($1, 'staff', $2, $3, now(), '2199-01-01', '2199-01-01')`,
    hashSessionToken(token),
    userId,
    token.slice(0, 12),
  )
  return { as: null, headers: { authorization: `Bearer ${token}` } }
}

let number = 0
const addStaffRecord = (more: object = {}) =>
  app.call(addStaff, {
    FullName: 'Lim Wei Jie',
    PreferredName: 'Wei Jie',
    StaffType: 'HQ',
    BuildingCode: 'HQ',
    Email: `second${++number}@carat.example`,
    ...more,
  } as never)

async function requestPoints(caller: Caller) {
  const { MembershipNo } = await member(app.db)
  const { body } = await app.call(
    addAdjustment,
    {
      MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount: 300_000,
      ReasonCode: 'Goodwill',
      Remark: 'For the wait',
    } as never,
    caller,
  )
  return body.ApprovalId!
}

/** Head office staff who can change rights and request adjustments. */
const createRequester = () =>
  createStaff(['User Roles', 'Point Adjustment'], { privileges: ['Adjust Points', 'Approve Adjustment'], outlet: 'HQ' })
const createApprover = () => createStaff(['Point Adjustment'], { privileges: ['Approve Adjustment'], outlet: 'HQ' })

describe('two accounts of one person', () => {
  test('approvals: an account that the requester created cannot approve, and loyalty watch reports the attempt', async () => {
    const { caller } = await createRequester()
    const { StaffId } = ok(await addStaffRecord()).body
    const { UserId } = ok(await app.call(addUser, { StaffId, Username: `second.${number}` }, caller)).body
    const Give = { Roles: ['Point Adjustment'], Privileges: ['Approve Adjustment'] }
    ok(await app.call(changeUserRights, { UserIds: [UserId], Give } as never, caller))
    const second = await createSession(UserId)
    const ApprovalId = await requestPoints(caller)
    expect((await app.call(getApproval, { ApprovalId }, second)).body).toMatchObject({ MayDecideYN: 'N', OwnYN: 'N' })
    expect(await app.call(approveRequest, { ApprovalId }, second)).toMatchObject(refused)
    expect(await app.call(rejectRequest, { ApprovalId, Remark: 'No' } as never, second)).toMatchObject(refused)
    expect((await app.call(getApproval, { ApprovalId }, caller)).body.Status).toBe('Pending')

    await nightly()
    const [finding, ...more] = await findingsAbout('Same person', { staffId: StaffId })
    expect(more).toEqual([])
    expect(finding).toMatchObject({ Severity: 'High', Acts: 1 })
    expect(await evidenceOf(finding!.FindingId)).toMatchObject([{ Kind: 'Approval', Times: 2 }])
  })

  test('approvals: for 30 days after a user changed another’s rights, the two accounts count as one person', async () => {
    for (const direction of ['forwards', 'backwards'] as const) {
      const first = { caller: hq, ...(await app.token(hq)) }
      const second = await createApprover()
      const UserIds = [second.userId]
      ok(await app.call(changeUserRights, { UserIds, Give: { Privileges: ['Adjust Points'] } }, first.caller))
      const requester = direction === 'forwards' ? first : second
      const approver = direction === 'forwards' ? second : first
      app.clock.advance(29 * DAY)
      const early = await requestPoints(requester.caller)
      expect(await app.call(approveRequest, { ApprovalId: early }, approver.caller)).toMatchObject(refused)
      app.clock.advance(1.1 * DAY)
      expect((await app.call(approveRequest, { ApprovalId: early }, approver.caller)).status).toBe(200)
      await backToday()
    }
  })

  test.each([
    ['e-mail', { email: 'Same.Person@carat.example' }, { email: 'same.person@CARAT.example' }],
    ['phone', { contact_no: '+60 12-345 6789' }, { contact_no: '0123456789' }],
  ])(
    'approvals: accounts whose staff records share the %s count as one person',
    async (_, firstValues, secondValues) => {
      const [first, second] = [await createRequester(), await createApprover()]
      for (const [staffId, values] of [
        [first.staffId, firstValues],
        [second.staffId, secondValues],
      ] as const)
        await app.sql(
          `update staff set email = coalesce($2, email), contact_no = $3 where staff_id = $1`,
          staffId,
          ('email' in values && values.email) || null,
          ('contact_no' in values && values.contact_no) || null,
        )
      const ApprovalId = await requestPoints(first.caller)
      expect(await app.call(approveRequest, { ApprovalId }, second.caller)).toMatchObject(refused)
      expect((await app.call(approveRequest, { ApprovalId }, (await createApprover()).caller)).status).toBe(200)
    },
  )

  test('loyalty watch: a user does not see findings about another account of the same person', async () => {
    const { staffId } = await createApprover()
    const watcher = await createStaff(['Loyalty Watch', 'User Roles'], { outlet: 'HQ' })
    await app.sql(
      `insert into watch_finding (pattern, staff_id, severity, at_least, days, first_day, last_day, acts, found_at, renewed_at)
       values ('Adjustments', $1, 'Low', 1, 2, '2026-01-01', '2026-01-01', 1, now(), now())`,
      staffId,
    )
    const isListed = async () => {
      const { body } = await app.call(listFindings, { Search: { Pattern: 'Adjustments' }, Rows: 1000 }, watcher.caller)
      return body.rows.some((row) => row.StaffId === staffId)
    }
    expect(await isListed()).toBe(true)
    await app.sql(`update staff set contact_no = '+6591112222' where staff_id in ($1, $2)`, staffId, watcher.staffId)
    expect(await isListed()).toBe(false)
  })
})

describe('e-mail and phone of staff records', () => {
  const taken = (code: string) => ({ status: 409, refusal: { code: `staff.${code}_taken` } })

  test('staff record: an e-mail or phone that another active record has is refused, in any notation', async () => {
    const { StaffId } = ok(
      await addStaffRecord({ Email: 'one.person@carat.example', ContactNo: '+60 17-555 0101' }),
    ).body
    expect(await addStaffRecord({ Email: 'One.Person@carat.example' })).toMatchObject(taken('email'))
    expect(await addStaffRecord({ ContactNo: '017 5550101' })).toMatchObject(taken('phone'))
    const other = ok(await addStaffRecord()).body
    const input = { StaffId: other.StaffId, Version: other.Version, ContactNo: '0175550101' }
    expect(await app.call(updateStaff, input, hq)).toMatchObject(taken('phone'))
    ok(await app.call(updateStaff, { ...input, StaffId, Version: 1, PreferredName: 'Jie' } as never, hq))

    ok(await app.call(deleteStaff, { StaffId }, hq))
    ok(await addStaffRecord({ Email: 'one.person@carat.example' }))
    expect(await app.call(restoreStaff, { StaffId }, hq)).toMatchObject(taken('email'))
  })

  test('staff record: of two records added at once with the same e-mail one is refused', async () => {
    const Email = 'at.once@carat.example'
    const replies = await Promise.all([addStaffRecord({ Email }), addStaffRecord({ Email })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('staff record: other fields can be changed even if two records already have the same phone', async () => {
    const [{ staffId }, other] = [await createApprover(), await createApprover()]
    await app.sql(`update staff set contact_no = '+6593334444' where staff_id in ($1, $2)`, staffId, other.staffId)
    const input = { StaffId: staffId, Version: 1, PreferredName: 'Another', JobTitle: 'Manager' }
    expect((await app.call(updateStaff, input, hq)).status).toBe(200)
  })
})

/** `npm run test:all` sets TEST_ALL=1, which runs the full number of cases; `npm test` runs fewer. */
export const runSize = <Size>({ quick, full }: { quick: Size; full: Size }): Size =>
  process.env.TEST_ALL === '1' ? full : quick

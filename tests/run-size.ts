/** `npm run test:all` sets TEST_ALL=1: it checks at full size what `npm test` checks at a smaller one. */
export const runSize = <Size>({ quick, full }: { quick: Size; full: Size }): Size =>
  process.env.TEST_ALL === '1' ? full : quick

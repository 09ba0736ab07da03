type Counted = { passed: number; failed: string[]; flaky: string[] }
export function countVitest(report: object): Counted
export function countPlaywright(report: object): Counted

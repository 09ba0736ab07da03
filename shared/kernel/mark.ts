/** The logo (imagery/brand/mark.svg) as paths, for pages and for printed papers. Its sheet is 1040 units wide and 400 high. */

export const MARK = { width: 1040, height: 400, line: 16, margin: 12 }

/** The frame, which is open where the picture steps out. It is a line, not an area. */
export const MARK_FRAME = 'M840 20H20V380H1020V171.2'

/** The name whose letters are drawn. Another name is written. */
export const DRAWN_NAME = 'FRAME'

export const DRAWN_LETTERS =
  'M155 146.5V262H176.6V213.7H216.1V194.5H176.6V165.7H219.1V146.5ZM291.4 146.5V262H313.1V215H324.3L350.1 262H374.6L346.2 213.3C355.8 212.3 370.4 202.8 370.4 181.1C370.4 159.2 355.4 146.5 335.9 146.5ZM313.1 199.6V163.9H328.3C339.3 163.9 348.1 168.6 348.1 181.7C348.1 194.7 339.1 199.6 328.1 199.6ZM484.2 146.5 439.5 262H462.8L472 237H518.2L527.3 262H550.4L506 146.5ZM479.1 217.8 495 172.8H495.3L511.1 217.8ZM731.7 146.5H701.7L675.1 228.9L673.7 236.8L672.3 228.9L645.8 146.5H615.7V262H637.4V187.9L636.4 171.2L640.3 190.2L663 253.8H684.3L707.1 190.2L711 171.2L710.1 187.9V262H731.7ZM809 146.5V262H880.6V242.8H830.6V213.4H879.9V194.8H830.6V165.7H880.6V146.5Z'

/** A written name: where its first letter begins, the size of its letters, and the width into which a long one is fitted. */
export const WRITTEN = { x: 100, y: 262, size: 170, width: 800 }

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, inOneTrip, inSteps, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { boardHtml } from './documents/shoutout-board.tsx';
import { emailReport } from './operations/email-report.ts';
import { generateWeekReview } from './operations/generate-week-review.ts';
import { readBoard } from './operations/read-board.ts';

type All = typeof operations;
type Parts = { config: Config; pool: pg.Pool; mailer: Mailer };

export function reportRoutes(server: FastifyInstance, { config, pool, mailer }: Parts): void {
  const { instanceName } = config;
  bind(server, pool, {
    tag: { name: 'Reports', description: 'Week in Review and Shoutout Board, as HTML or by email.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'POST /api/functions/v1/generate-week-review': inSteps<
        All['POST /api/functions/v1/generate-week-review']
      >(generateWeekReview(instanceName)),
      'POST /api/functions/v1/generate-shoutout-board': inOneTrip<
        All['POST /api/functions/v1/generate-shoutout-board']
      >(async ({ tx, input }) => {
        const board = await readBoard(tx, input.body, Date.now());
        if (!board) return refuse('no_session');
        const { rows, count } = board;
        return {
          reportHtml: boardHtml({ ...board, instanceName }),
          rows,
          count,
        };
      }),
      'POST /api/functions/v1/email-week-review': emailReport({ config, mailer }),
    },
  });
}

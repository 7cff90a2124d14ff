import { defineConfig } from 'vitepress';

// Pages of each part, in the order of the navigation: [file, English, Chinese]. A page without a Chinese name is
// offered in English on the Chinese site.
const PARTS = [
  ['Start', '开始', [
    ['index', 'What it is', '简介'],
    ['start/quick-start', 'Quick start', '快速开始'],
    ['start/guarantees', 'Guarantees', '保证'],
    ['start/requirements', 'Requirements', '环境要求'],
  ]],
  ['Guide', '指南', [
    ['guide/submitting', 'Submitting', '提交任务'],
    ['guide/listening', 'Listening', '监听任务'],
    ['guide/failures', 'Failures', '失败处理'],
    ['guide/transactions', 'Transactions', '事务'],
    ['guide/payloads', 'Payloads', 'Payload'],
    ['guide/admin-and-events', 'DelayAdmin and events', 'DelayAdmin 与事件'],
    ['guide/testing', 'Testing', '测试'],
    ['guide/kotlin-and-reactive', 'Kotlin and reactive', 'Kotlin 与响应式'],
  ]],
  ['Recipes', '示例', [
    ['recipes/index', 'All recipes'],
    ['recipes/order-timeout', 'Order timeout'],
    ['recipes/red-packet', 'Red packet refund'],
    ['recipes/callback', 'Callback with growing gaps'],
    ['recipes/device-timers', '100,000 device timers'],
    ['recipes/debounce', 'Debounce'],
    ['recipes/throttle', 'Throttle'],
    ['recipes/recurring', 'Recurring work'],
    ['recipes/chains', 'Job chains'],
    ['recipes/batch-push', 'Batch push'],
    ['recipes/transaction', 'Submit in a transaction'],
    ['recipes/rate-limit', 'Rate-limited third party'],
    ['recipes/order-per-key', 'Order per key'],
  ]],
  ['Stores', '存储', [
    ['stores/which', 'Which one'],
    ['stores/redis', 'Redis'],
    ['stores/partitions', 'Partitions'],
    ['stores/databases', 'Databases: set-up'],
    ['stores/database-operation', 'Databases: operation'],
    ['stores/mysql', 'MySQL and MariaDB'],
    ['stores/moving', 'Moving jobs'],
  ]],
  ['Operate', '运维', [
    ['operate/checklist', 'Production checklist', '上线清单'],
    ['operate/deployment', 'Deployment', '部署'],
    ['operate/health-and-endpoint', 'Health and endpoint', '健康检查与端点'],
    ['operate/metrics-and-alerts', 'Metrics and alerts', '指标与告警'],
    ['operate/troubleshooting', 'Troubleshooting', '故障排查'],
    ['operate/console', 'Console', '控制台'],
    ['operate/upgrading', 'Upgrading', '升级'],
  ]],
  ['HTTP', 'HTTP', [
    ['http/rest', 'REST'],
    ['http/server', 'Server'],
  ]],
  ['Reference', '参考', [
    ['reference/settings', 'Settings'],
    ['reference/meters', 'Meters'],
    ['reference/values', 'Valid values'],
    ['reference/keys', 'Keys in Redis and tables'],
  ]],
  ['Internals', '内部原理', [
    ['internals/how-it-works', 'How it works'],
    ['internals/architecture', 'Architecture'],
    ['internals/performance', 'Performance'],
  ]],
  ['Project', '项目', [
    ['project/comparison', 'Comparison'],
    ['project/migration', 'Migration'],
  ]],
];

function sidebar(chinese) {
  return PARTS.map(([english, translated, pages], index) => ({
    text: chinese ? translated : english,
    collapsed: index > 2,
    items: pages.map(([file, name, chineseName]) => ({
      text: (chinese && chineseName) || name,
      link: (chinese && chineseName ? '/zh/' : '/') + file.replace(/(^|\/)index$/, '$1'),
    })),
  }));
}

// Files of the repository, which are no pages. Their links lead to the code host if its address is known.
const OUTSIDE = /^(?:\.\/)?(?:\.\.\/)+((?:delay-|tests\/|config\/|\.ci\/|\.github\/|README|CHANGELOG|CONTRIBUTING|SECURITY|LICENSE|pom\.xml).*)$/;

function linkToRepository(md) {
  const repository = process.env.DOCS_REPOSITORY;
  md.core.ruler.push('repository', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const [, file] = OUTSIDE.exec(token.attrGet('href') ?? '') ?? [];
      if (token.type === 'link_open' && file && repository) {
        token.attrSet('href', `${repository}/blob/main/${file}`);
      }
    }
  });
}

const CHINESE_SEARCH = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
  modal: {
    displayDetails: '显示详细列表',
    resetButtonTitle: '清除',
    backButtonTitle: '关闭',
    noResultsText: '没有结果：',
    footer: { selectText: '选择', navigateText: '切换', closeText: '关闭' },
  },
};

export default defineConfig({
  title: 'Delay',
  description: 'Delayed jobs for Spring Boot, in Redis or in a relational database',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  ignoreDeadLinks: [OUTSIDE, /^https?:\/\/localhost/, /\.(py|yml|json|acl)$/],
  markdown: { config: linkToRepository },
  outDir: '../target/site',
  cacheDir: '../target/site-cache',
  srcExclude: ['node_modules/**'],
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: sidebar(false) } },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: 'Spring Boot 的延迟任务，保存在 Redis 或关系数据库中',
      themeConfig: {
        sidebar: sidebar(true),
        outline: { label: '本页内容' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '返回顶部',
        langMenuLabel: '语言',
      },
    },
  },
  themeConfig: {
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        locales: { zh: { translations: CHINESE_SEARCH } },
        // Chinese has no spaces between words, so each character is a word, beside the words of other scripts
        miniSearch: {
          options: {
            tokenize: (text) => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}_]+/gu)?.flatMap((word) => word.match(/\p{Script=Han}|[^\p{Script=Han}]+/gu)) ?? [],
          },
        },
      },
    },
  },
});

long host_iprobes(void);
